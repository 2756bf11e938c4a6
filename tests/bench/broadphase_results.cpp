#include <algorithm>
#include <cmath>

#include "sim/wording.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/bench/broadphase.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

constexpr const char* columns = "  %-34s %9s %9s %7s %8s %9s | %11s %9s %9s | %9s %9s %4s\n";

/// As many digits as tell something.
std::string number(double value) { return text(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value); }

std::string times(double ratio) { return text(ratio < 99.95 ? "%.2fx" : "%.0fx", ratio); }

/// "-" where there is nothing to divide by, or nothing was counted.
std::string per(std::uint64_t count, std::uint64_t of) {
    return of == 0 || count == 0 ? "-" : number(static_cast<double>(count) / static_cast<double>(of));
}

std::string row_of(const BoxMeasurement& m, double best, double yardstick) {
    if (!m.measured()) return text("  %-34s - (%s)\n", m.name().c_str(), m.missing.c_str());
    const double ns = m.queries == 0 ? m.ns_a_box() : 1e6 * m.ms / static_cast<double>(m.queries);
    return text(columns, m.name().c_str(), m.queries == 0 ? number(m.put_ms).c_str() : "-", number(m.ms).c_str(),
                best > 0.0 ? times(m.ms / best).c_str() : "-", yardstick > 0.0 ? times(yardstick / m.ms).c_str() : "-",
                number(ns).c_str(), sim::count_text(static_cast<double>(m.pairs)).c_str(),
                per(m.counters.candidates, m.counters.pairs).c_str(),
                per(m.counters.lookups, m.queries == 0 ? m.place.boxes : m.queries).c_str(),
                m.bytes == 0 ? "-" : number(m.bytes_a_box()).c_str(), number(m.setup_ms).c_str(),
                std::to_string(m.runs).c_str());
}

/// As far as both went.
bool same_steps(const BoxMeasurement& a, const BoxMeasurement& b) {
    const std::size_t both = std::min(a.checksums.size(), b.checksums.size());
    return std::equal(a.checksums.begin(), a.checksums.begin() + static_cast<std::ptrdiff_t>(both),
                      b.checksums.begin());
}

}  // namespace

const BoxMeasurement* BoxResults::find(const Place& place, std::string_view who,
                                       std::string_view variant) const noexcept {
    for (const BoxMeasurement& m : all_)
        if (m.measured() && m.who == who && m.variant == variant && m.place == place) return &m;
    return nullptr;
}

const BoxMeasurement* BoxResults::best(const Place& place, std::string_view variant) const noexcept {
    const BoxMeasurement* best = nullptr;
    for (const BoxMeasurement& m : all_)
        if (m.measured() && m.ours && m.who != oracle && m.variant == variant && m.place == place &&
            (best == nullptr || m.ms < best->ms))
            best = &m;
    return best;
}

BoxMeasurement not_measured(const Entrant& entrant, BoxMeasurement::Place place, std::string why) {
    return {.place = std::move(place),
            .who = entrant.who,
            .variant = entrant.variant,
            .ours = entrant.ours,
            .missing = std::move(why)};
}

std::string left_out(const BoxResults& results, const BoxMeasurement::Place& place, const Entrant& entrant) {
    constexpr double patience_ms = 10'000.0;
    const BoxMeasurement *last = nullptr, *before = nullptr;
    for (const BoxMeasurement& m : results.all()) {
        auto there = m.place;
        there.boxes = place.boxes;
        if (!m.measured() || m.who != entrant.who || m.variant != entrant.variant || there != place ||
            m.place.boxes >= place.boxes)
            continue;
        before = last;
        last = &m;
    }
    if (last == nullptr) return {};
    const auto growth = [](const BoxMeasurement& from, std::size_t boxes) {
        return static_cast<double>(boxes) / static_cast<double>(from.place.boxes);
    };
    double exponent = 1.0;
    if (before != nullptr)
        exponent = std::max(1.0, std::log(last->ms / before->ms) / std::log(growth(*before, last->place.boxes)));
    const double expected = last->ms * std::pow(growth(*last, place.boxes), exponent);
    if (expected <= patience_ms) return {};
    return text("left out: %.3g ms for %s boxes and growing as N^%.1f, it would take some %.0f s", last->ms,
                points_text(last->place.boxes).c_str(), exponent, 1e-3 * expected);
}

Json json_of(const BoxMeasurement& m) {
    Json out = {{"scene", m.place.scene}, {"crowd", m.place.crowd},     {"how", m.place.how},
                {"boxes", m.place.boxes}, {"threads", m.place.threads}, {"search", m.who}};
    if (!m.variant.empty()) out["variant"] = m.variant;
    if (!m.measured()) {
        out["missing"] = m.missing;
        return out;
    }
    out["ms"] = m.ms;
    out["put_ms"] = m.put_ms;
    out["setup_ms"] = m.setup_ms;
    out["runs"] = m.runs;
    out["wall_s"] = m.wall;
    out["processor_s"] = m.processor;
    if (m.queries != 0) out["queries"] = m.queries, out["queries_that_touch"] = m.touched;
    out["pairs"] = m.pairs;
    if (m.place.scene == "fluid") out["contacts"] = m.contacts, out["answer_ms"] = m.answer_ms;
    for (const std::uint64_t checksum : m.checksums)
        out["checksums"].push_back(text("%016llx", static_cast<unsigned long long>(checksum)));
    if (m.ours)
        out["counters"] = {{"lookups", m.counters.lookups},
                           {"cells", m.counters.cells},
                           {"candidates", m.counters.candidates},
                           {"collisions", m.counters.collisions}};
    if (m.bytes != 0) out["bytes"] = m.bytes;  // Bullet's world does not tell of its own tree
    if (!m.note.empty()) out["note"] = m.note;
    return out;
}

std::string explain_box_tables() {
    return "ms         a step (every box given anew, and all pairs) or a batch of queries (with their exact tests)\n"
           "put        of that, giving the boxes; a module may leave its work until it is asked\n"
           "best       time against our fastest in the same table\n"
           "ns         per box of a step, per query of a batch\n"
           "tested     boxes tested for each that touches; looked up: cells or nodes, per box or query\n"
           "bytes      everything held, per box; setup: everybody for the first time, ms\n"
           "heap       a step of Bullet's world, contacts and solver included; pairs are contacts, tested what is kept "
           "for "
           "each\n\n";
}

std::string table_of(std::span<const BoxMeasurement> group, std::string_view yardstick) {
    const auto measured = std::ranges::find_if(group, &BoxMeasurement::measured);
    if (measured == group.end()) return {};
    const BoxMeasurement::Place& place = measured->place;
    double best = 0.0, rod = 0.0;
    for (const BoxMeasurement& m : group) {
        if (!m.measured()) continue;
        if (m.who == yardstick && m.variant.empty()) rod = m.ms;
        if (m.ours && m.who != oracle && (best == 0.0 || m.ms < best)) best = m.ms;
    }
    std::string table = text("%s: %s, %s boxes, %s", place.scene.c_str(), place.crowd.c_str(),
                             sim::count_text(static_cast<double>(place.boxes)).c_str(), place.how.c_str());
    if (measured->queries != 0 && place.scene != "fluid")
        table += text("; %s queries, %.1f %% of them touch something",
                      sim::count_text(static_cast<double>(measured->queries)).c_str(),
                      100.0 * static_cast<double>(measured->touched) / static_cast<double>(measured->queries));
    if (place.scene == "fluid")
        table += text("; %s contacts", sim::count_text(static_cast<double>(measured->contacts)).c_str());
    table += text("; %d thread%s, %s\n", place.threads, place.threads == 1 ? "" : "s",
                  std::string(spatial::instruction_set()).c_str());
    table += text(columns, "search", "put", "ms", "best", std::string(yardstick).c_str(), "ns", "pairs", "tested",
                  "looked up", "bytes", "setup", "runs");
    for (const BoxMeasurement& m : group) table += row_of(m, best, rod);
    return table + "\n";
}

Finding same_boxes(std::span<const BoxMeasurement> all, std::string& wrong) {
    Finding finding{.claim = "all broad phases find the same pairs in every scene, and so do baselines and libraries",
                    .source = "our bar",
                    .expected = "no pair more, less or other",
                    .verdict = Verdict::holds};
    std::size_t compared = 0;
    for (const BoxMeasurement& m : all) {
        if (!m.measured()) continue;
        // Against the first of the same scene: threads and settings change nothing.
        const auto first = std::ranges::find_if(all, [&](const BoxMeasurement& other) {
            return other.measured() && other.place.scene == m.place.scene && other.place.crowd == m.place.crowd &&
                   other.place.how == m.place.how && other.place.boxes == m.place.boxes;
        });
        if (&*first == &m) continue;
        ++compared;
        if (m.pairs == first->pairs && same_steps(m, *first) && m.contacts == first->contacts) continue;
        const std::string difference =
            text("%s finds %llu pairs, %s %llu%s (%s, %s, %s boxes, %s)", m.name().c_str(),
                 static_cast<unsigned long long>(m.pairs), first->name().c_str(),
                 static_cast<unsigned long long>(first->pairs), m.pairs == first->pairs ? ", but others" : "",
                 m.place.scene.c_str(), m.place.crowd.c_str(), points_text(m.place.boxes).c_str(), m.place.how.c_str());
        finding.verdict = Verdict::does_not_hold;
        finding.because += (finding.because.empty() ? "" : "; ") + difference;
        if (m.ours || first->ours) wrong = difference;
    }
    if (compared == 0) {
        finding.verdict = Verdict::not_measured;
        finding.because = "no two were measured in one scene";
    }
    if (finding.verdict == Verdict::holds)
        finding.found = text("%zu comparisons of counts and checksums, none differs", compared);
    return finding;
}

Finding undisturbed(std::span<const BoxMeasurement> all) {
    double wall = 0.0, processor = 0.0;
    for (const BoxMeasurement& m : all)
        if (m.measured() && m.place.threads == 1) {
            wall += m.wall;
            processor += m.processor;
        }
    return undisturbed(wall, processor);
}

}  // namespace bench
