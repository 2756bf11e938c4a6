#include "app/recording/trace_writer.hpp"

#include <cstdio>

namespace app {

namespace {

constexpr int frame_track = 1, stage_track = 2;

void name_track(AtomicFile& file, int track, const char* name) {
    char text[128];
    const int length = std::snprintf(text, sizeof text,
                                     R"({"ph":"M","name":"thread_name","pid":1,"tid":%d,"args":{"name":"%s"}},)"
                                     "\n",
                                     track, name);
    file.write({text, static_cast<std::size_t>(length)});
}

}  // namespace

TraceWriter::TraceWriter(const std::filesystem::path& target) : file_(target) {
    file_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
    name_track(file_, frame_track, "frames");
    name_track(file_, stage_track, "stages");
    // The last event has no comma, so this one is written first and every other puts its comma before itself.
    file_.write(R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"weir"}})");
}

void TraceWriter::add(const sim::FrameReport& report) {
    if (report.spans.empty()) return;
    const double begin = report.spans.front().begin_us;
    const double end = report.spans.back().begin_us + report.spans.back().duration_us;
    char text[256];
    int length = std::snprintf(text, sizeof text,
                               ",\n"
                               R"({"ph":"X","name":"frame %llu","pid":1,"tid":%d,"ts":%.3f,"dur":%.3f,)"
                               R"("args":{"time_s":%.9g,"substeps":%u}})",
                               static_cast<unsigned long long>(report.frame), frame_track, begin, end - begin,
                               report.time, report.substeps);
    file_.write({text, static_cast<std::size_t>(length)});
    for (const sim::StageSpan& span : report.spans) {
        if (++stages_ > most_stages) return;
        length = std::snprintf(text, sizeof text,
                               ",\n"
                               R"({"ph":"X","name":"%s","pid":1,"tid":%d,"ts":%.3f,"dur":%.3f})",
                               sim::stage_names[static_cast<std::size_t>(span.stage)], stage_track, span.begin_us,
                               span.duration_us);
        file_.write({text, static_cast<std::size_t>(length)});
    }
}

void TraceWriter::commit() {
    file_.write("\n]}\n");
    file_.commit();
}

}  // namespace app
