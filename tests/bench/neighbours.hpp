// The parts of the suite `neighbours`: measuring, the table, the verdicts on our bars, the figure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/measurement.hpp"

namespace bench {

/// All that was measured in one run, to be asked for.
class Results {
public:
    void add(Measurement m) { all_.push_back(std::move(m)); }
    [[nodiscard]] const std::vector<Measurement>& all() const noexcept { return all_; }

    struct Key {
        std::string_view cloud;
        std::size_t points;
        Arrival arrival = Arrival::settled;
        int threads = 1;
    };
    /// Null where it was not measured.
    [[nodiscard]] const Measurement* find(const Key& key, std::string_view search) const noexcept;
    /// The fastest of our own modules, the oracle apart.
    [[nodiscard]] const Measurement* best(const Key& key) const noexcept;

private:
    std::vector<Measurement> all_;
};

/// The modules to measure on a cloud of this size: the oracle does not scale.
[[nodiscard]] std::vector<std::string_view> modules_for(std::size_t points);

[[nodiscard]] bool is_peer(std::string_view search) noexcept;

/// Measures everybody in these circumstances: modules, then peers. `done` takes each as soon as it is there.
void measure_group(std::span<const std::string_view> modules, bool with_peers, const Circumstances& given,
                   const Host& host, const std::function<void(Measurement)>& done);

/// One group as a table with a headline.
[[nodiscard]] std::string table_of(std::span<const Measurement> group);

/// What the columns mean; once above all tables.
[[nodiscard]] std::string explain_tables();

/// Whether all searches of every group found the same pairs. Where two modules of ours differ, `wrong` says so.
[[nodiscard]] Finding same_pairs(std::span<const Measurement> all, std::string& wrong);

/// Whether the machine was ours while it mattered: with one thread a process that is never pushed aside gets as much
/// processor time as passes on the clock.
[[nodiscard]] Finding undisturbed(std::span<const Measurement> all);
/// The same from sums over everything measured with one thread, s.
[[nodiscard]] Finding undisturbed(double wall, double processor);

/// Our bars.
[[nodiscard]] std::vector<Finding> judge_neighbours(const Results& results);

[[nodiscard]] Figure figure_of_neighbours(const Results& results);

/// The means of neighbours on the plane, sparse to dense (Pouchol et al., figure 5).
inline constexpr std::array<double, 7> plane_neighbours = {0.02, 0.05, 0.2, 1.0, 4.0, 12.0, 32.0};

/// "10 k", "1 M", "1 600".
[[nodiscard]] std::string points_text(std::size_t points);

}  // namespace bench
