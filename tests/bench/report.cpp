#include "tests/bench/report.hpp"

#include <array>
#include <cstdarg>
#include <cstdio>

namespace bench {

std::string_view name_of(Verdict verdict) noexcept {
    constexpr std::array names = {"holds", "does not hold", "not comparable", "not measured"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string text_of(const std::vector<Finding>& findings) {
    std::string all;
    for (const Finding& f : findings) {
        all += text("%-15s %s (%s)\n", std::string(name_of(f.verdict)).c_str(), f.claim.c_str(), f.source.c_str());
        if (!f.expected.empty()) all += text("%-15s   claimed: %s\n", "", f.expected.c_str());
        if (!f.found.empty()) all += text("%-15s   here:    %s\n", "", f.found.c_str());
        if (!f.because.empty()) all += text("%-15s   because  %s\n", "", f.because.c_str());
    }
    return all;
}

Json json_of(const Report& report) {
    Json findings = Json::array();
    for (const Finding& f : report.findings)
        findings.push_back({{"claim", f.claim},
                            {"source", f.source},
                            {"expected", f.expected},
                            {"found", f.found},
                            {"verdict", name_of(f.verdict)},
                            {"because", f.because}});
    return {{"stopped", report.stopped},
            {"settings", report.settings},
            {"measurements", report.measurements},
            {"findings", std::move(findings)}};
}

std::string text(const char* format, ...) {
    std::va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::string out(static_cast<std::size_t>(length), '\0');
    std::vsnprintf(out.data(), out.size() + 1, format, again);
    va_end(again);
    return out;
}

}  // namespace bench
