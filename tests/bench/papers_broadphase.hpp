// What the parts of `papers` about broad phases share: measuring one after the other, a table a group, and findings
// that say what was lacking.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "tests/bench/broadphase.hpp"
#include "tests/bench/papers.hpp"

namespace bench {

class BoxPapers {
public:
    BoxPapers(PapersRun& run, std::string paper) : run_(run), paper_(std::move(paper)) {}

    /// Each is added to the report and to the group. Who is not there is not measured, and says so.
    BoxMeasurement motion(const CrowdPlan& plan, const Entrant& entrant);
    BoxMeasurement queries(const QueryScene& scene, const Entrant& entrant);
    BoxMeasurement fluid(const FluidMoment& moment, const Entrant& entrant);

    /// Prints the group as a table, compares what was found, and begins another.
    void end_group(std::string_view yardstick);

    /// A claim of the paper and the place in it.
    [[nodiscard]] Finding claim(std::string sentence, std::string place, std::string expected) const;
    /// Whether somebody was not measured: then the finding says why.
    static bool lacks(Finding& finding, const std::vector<BoxMeasurement>& wanted);
    /// The reason is kept only for what does not hold.
    void conclude(Finding finding, bool holds, std::string found, std::string reason = {});
    /// Nothing could be concluded.
    void give_up(Finding finding) { run_.add(std::move(finding)); }

    void add_panel(Panel panel);

    /// After the last group: whether all agreed.
    void end();

private:
    BoxMeasurement add(BoxMeasurement m);
    template <class Measure>
    BoxMeasurement measure(const Entrant& entrant, BoxMeasurement::Place place, Measure measure);

    PapersRun& run_;
    std::string paper_;
    std::vector<BoxMeasurement> all_;
    std::size_t group_ = 0;  // where it begins in all_
};

/// "1.52 at 10 k, 1.61 at 100 k": values with what they are for.
class Words {
public:
    void add(const std::string& more) { all_ += (all_.empty() ? "" : ", ") + more; }
    [[nodiscard]] const std::string& all() const noexcept { return all_; }

private:
    std::string all_;
};

}  // namespace bench
