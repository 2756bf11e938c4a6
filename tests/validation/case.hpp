// A validation case: something nature or mathematics knows the answer of, simulated at several resolutions, and what
// became of it. One case is one source with a function like run_still_pool (cases.hpp) and an entry in cases.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.hpp"
#include "tests/bench/figure.hpp"

namespace validation {

struct Settings {
    bool quick = false;  // without the finest resolution, and shorter where that is possible
    int threads = 1;
    float support = sim::Scene().support;    // spacings; of the cases that do not need one of their own
    float shifting = sim::Scene().shifting;  // likewise
    float isotropy = sim::Scene().isotropy;  // likewise
};

/// Where a case writes and whom it asks, so that it needs no terminal.
struct Host {
    std::function<void(const std::string& line)> say = [](const std::string&) {};  // progress
    std::function<bool()> stop_wanted = [] { return false; };                      // between two frames
    std::filesystem::path data{};                                                  // folder of the CSV files
};

/// What was found: once, or in several draws of a start that chance has a part in.
struct Estimate {
    double mean = 0.0;
    double uncertainty = 0.0;  // of the mean, one standard error; 0 of a single draw, which tells none

    Estimate(double once) : mean(once) {}  // NOLINT: a number is an estimate
    explicit Estimate(std::span<const double> draws);
};

/// reached, missed: there is a gate. measured: there is none, or the resolution is coarser than the gate is for.
enum class Verdict { reached, missed, measured };
[[nodiscard]] std::string_view name_of(Verdict verdict) noexcept;

/// One quantity at one resolution, or over all of them.
struct Row {
    std::string quantity;
    std::string resolution;
    std::string found, gate;   // as people read them; the gate may be empty
    double value = 0.0;        // of what is found, in its unit
    double uncertainty = 0.0;  // of that
    Verdict verdict = Verdict::measured;
};

/// Rows as a case finds them.
class Findings {
public:
    /// What `error` is without a gate. `unit` is "" or "%", "s", "m/s" …
    void measured(const std::string& quantity, const std::string& resolution, const Estimate& error,
                  const std::string& unit);
    /// Its mean may not be further from zero than `limit`. Where `counts` is false the resolution is too coarse to be
    /// judged.
    void gated(const std::string& quantity, const std::string& resolution, const Estimate& error,
               const std::string& unit, double limit, bool counts = true);
    /// Errors by resolution, the coarsest first: each must be smaller than the one before, or not larger by more than
    /// their uncertainties together, or below `floor`, which is what the reference itself is good for. The last must be
    /// smaller than the first, or below `floor`. Of a single resolution there is nothing to say, and no row.
    void falls(const std::string& quantity, const std::vector<Estimate>& errors, const std::string& unit, double floor);
    void falls(const std::string& quantity, const std::vector<double>& errors, const std::string& unit, double floor) {
        falls(quantity, std::vector<Estimate>(errors.begin(), errors.end()), unit, floor);
    }

    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return rows_; }

private:
    std::vector<Row> rows_;
};

struct Report {
    Findings findings;
    bench::Figure figure;
};

struct Case {
    std::string_view name;
    std::string_view summary;  // one line: what, and whose answer
    Report (*run)(const Settings& settings, const Host& host);
    bool takes_settings = true;  // support, shifting and isotropy; else it has its own
};

/// In the order of the help.
[[nodiscard]] std::span<const Case> cases() noexcept;

/// Thrown within a case when stop_wanted() says so.
struct Stopped {};

}  // namespace validation
