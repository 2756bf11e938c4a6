// All neighbour searches on the same points: how long each stage takes, what each search looks at and holds, and
// whether they find the same. It runs in a thread of its own, while the fluid flows and the window draws:
//
//   build    the order, and what finds the ranges        (in a step: search)
//   move     all particle arrays into that order         (reorder)
//   ranges   walking over the candidates of all blocks, looking at none of them
//   density  the density pass over the ranges, which includes the walk
//
// A step pays for build, move and density. Each is repeated and the least counts. Beside a busy simulation the clock
// on the wall mostly measures the waiting, so the processor time of all threads together is taken, too: it ranks.
//
// Points come as a step leaves them to the next one, in the order of the search that is measured. Skins are left out:
// every build is one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.hpp"
#include "spatial/neighbour_search.hpp"

namespace app {

/// What is compared on.
struct ComparisonSubject {
    sim::Scene scene;            // its name, support, fluids and settings of the search
    std::vector<float> x, y, z;  // m
    double time = 0.0;           // simulated, s
    std::string in_use;          // the search that the fluid runs with
    int threads = 1;
};

enum class ComparedStage { build, move, ranges, density };
inline constexpr std::size_t compared_stage_count = 4;
inline constexpr std::array<const char*, compared_stage_count> compared_stage_names = {"build", "move", "ranges",
                                                                                       "density"};

struct ComparedModule {
    std::string name;
    /// Empty, or why there are no numbers: too many points for it, or what it threw.
    std::string left_out;

    struct Cost {
        double processor_ms = 0.0;  // of all threads together
        double wall_ms = 0.0;
    };
    std::array<Cost, compared_stage_count> stages{};  // in the order of ComparedStage; the least of the repeats
    int repeats = 0;
    spatial::SearchCounters counters;
    std::uint64_t candidates = 0;  // pairs proposed
    std::uint64_t pairs = 0;       // of them in reach, each pair twice, self not counted
    std::size_t bytes = 0;
    std::string note;  // what it chose by itself

    [[nodiscard]] const Cost& of(ComparedStage stage) const { return stages[static_cast<std::size_t>(stage)]; }
    [[nodiscard]] Cost step() const;  // build, move and density
};

class Comparison {
public:
    /// Beyond this many points all pairs are not tested: a pass would take seconds.
    static constexpr std::size_t most_for_all_pairs = 20'000;

    /// Begins at once.
    explicit Comparison(ComparisonSubject subject);
    /// Cancels, and waits for the stage that runs.
    ~Comparison();
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    void cancel() noexcept;

    enum class Status { running, finished, cancelled };
    [[nodiscard]] Status status() const;
    struct Progress {
        std::size_t done, all;  // modules
        std::string now;        // the one at work
    };
    [[nodiscard]] Progress progress() const;

    [[nodiscard]] const ComparisonSubject& subject() const noexcept;
    /// Those that are through, in the order of spatial::neighbour_modules().
    [[nodiscard]] std::vector<ComparedModule> modules() const;

private:
    struct Worker;
    std::unique_ptr<Worker> worker_;
};

/// Those with numbers, the cheapest step first.
[[nodiscard]] std::vector<ComparedModule> ranked(const std::vector<ComparedModule>& modules);

/// Empty, or a sentence that names who found how many pairs: two searches that differ are a bug in one of them.
[[nodiscard]] std::string disagreement(const std::vector<ComparedModule>& modules);

/// A header and a row a module, those without numbers too.
[[nodiscard]] std::string comparison_csv(const ComparisonSubject& subject, const std::vector<ComparedModule>& modules);

}  // namespace app
