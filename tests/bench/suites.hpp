// The benches, as the command line sees them: named suites that measure, print a table while they do, and hand back
// everything they found. A new one is a source file with a function of this shape and an entry in suites.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tests/bench/report.hpp"

namespace bench {

/// What the user asked for.
struct Settings {
    bool quick = false;               // small clouds, one run each: to see that it works, not how fast
    std::vector<int> threads = {1};   // measured with each, ascending
    std::vector<std::size_t> points;  // sizes of clouds and crowds, ascending; empty = the suite's own
};

/// Whoever runs a suite.
struct Host {
    std::function<void(const std::string&)> say;    // progress, one line without its end
    std::function<void(const std::string&)> print;  // results, whole lines
    std::function<bool()> stop_wanted;
    std::function<std::filesystem::path(const std::string&)> find_scene{};  // a shipped one, by its name
    std::vector<std::string> scenes{};                                      // the names of all of them

    /// Throws Stopped once the user wants an end. Suites ask between two measurements and report what they have.
    void go_on() const;
};
struct Stopped {};

struct Suite {
    std::string_view name;
    std::string_view summary;  // one line: what it measures
    Report (*run)(const Settings& settings, const Host& host);
};

[[nodiscard]] std::span<const Suite> suites() noexcept;

/// The entries.
[[nodiscard]] Report neighbours_suite(const Settings& settings, const Host& host);
[[nodiscard]] Report broadphase_suite(const Settings& settings, const Host& host);
[[nodiscard]] Report step_suite(const Settings& settings, const Host& host);
[[nodiscard]] Report papers_suite(const Settings& settings, const Host& host);
[[nodiscard]] Report time_steps_suite(const Settings& settings, const Host& host);

}  // namespace bench
