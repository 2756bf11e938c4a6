// What a suite found: measurements for programs, findings for people, figures for both.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/figure.hpp"

namespace bench {

using Json = nlohmann::ordered_json;

enum class Verdict { holds, does_not_hold, not_comparable, not_measured };
[[nodiscard]] std::string_view name_of(Verdict verdict) noexcept;

/// A claim, a paper's or our own, and what became of it in this run. A claim that does not hold stays, with its reason.
struct Finding {
    std::string claim{};     // one sentence
    std::string source{};    // the paper and the place in it, or "our bar"
    std::string expected{};  // the figure claimed
    std::string found{};     // ours
    Verdict verdict = Verdict::not_measured;
    std::string because{};  // where the verdict needs a word
};

struct Report {
    Json settings;                      // what it ran with
    Json measurements = Json::array();  // one object each
    std::vector<Finding> findings;
    Figure figure;
    bool stopped = false;  // by the user: what is here is complete in itself, but more was wanted
    std::string wrong;     // two of our own modules disagree: which, where
};

/// Every finding as some indented lines.
[[nodiscard]] std::string text_of(const std::vector<Finding>& findings);

/// Settings, measurements and findings.
[[nodiscard]] Json json_of(const Report& report);

/// printf into a string.
[[nodiscard, gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

}  // namespace bench
