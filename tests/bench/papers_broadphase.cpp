#include "tests/bench/papers_broadphase.hpp"

#include "tests/bench/neighbours.hpp"

namespace bench {

template <class Measure>
BoxMeasurement BoxPapers::measure(const Entrant& entrant, BoxMeasurement::Place place, Measure measure) {
    run_.host.go_on();
    run_.host.say(text("%s, %s boxes, %s: %s", place.crowd.c_str(), points_text(place.boxes).c_str(), place.how.c_str(),
                       entrant.who.c_str()));
    return add(entrant.missing.empty() ? measure() : not_measured(entrant, std::move(place), entrant.missing));
}

BoxMeasurement BoxPapers::motion(const CrowdPlan& plan, const Entrant& entrant) {
    return measure(entrant, {"motion", plan.text(), std::string(plan.motion_text()), plan.boxes, run_.threads()}, [&] {
        return measure_motion(entrant, MovingCrowd(plan), run_.threads(), run_.patience(), run_.host);
    });
}

BoxMeasurement BoxPapers::queries(const QueryScene& scene, const Entrant& entrant) {
    return measure(entrant, {scene.name, scene.crowd, scene.how, scene.boxes.size(), run_.threads()},
                   [&] { return measure_queries(entrant, scene, run_.threads(), run_.patience(), run_.host); });
}

BoxMeasurement BoxPapers::fluid(const FluidMoment& moment, const Entrant& entrant) {
    return measure(entrant,
                   {"fluid", points_text(moment.ways.size()) + " particles", moment.name, FallingFluid::spheres_in_all,
                    run_.threads()},
                   [&] { return measure_fluid(entrant, moment, 0.0f, run_.threads(), run_.patience(), run_.host); });
}

BoxMeasurement BoxPapers::add(BoxMeasurement m) {
    run_.report.measurements.push_back(json_of(m));
    if (m.measured() && m.place.threads == 1) {
        run_.wall += m.wall;
        run_.processor += m.processor;
    }
    all_.push_back(m);
    return m;
}

void BoxPapers::end_group(std::string_view yardstick) {
    run_.host.print(table_of(std::span(all_).subspan(group_), yardstick));
    group_ = all_.size();
}

Finding BoxPapers::claim(std::string sentence, std::string place, std::string expected) const {
    return {.claim = std::move(sentence), .source = paper_ + ", " + place, .expected = std::move(expected)};
}

bool BoxPapers::lacks(Finding& finding, const std::vector<BoxMeasurement>& wanted) {
    for (const BoxMeasurement& m : wanted)
        if (!m.measured()) {
            finding.because = m.missing;
            return true;
        }
    return false;
}

void BoxPapers::conclude(Finding finding, bool holds, std::string found, std::string reason) {
    finding.verdict = holds ? Verdict::holds : Verdict::does_not_hold;
    finding.found = std::move(found);
    if (!holds) finding.because = std::move(reason);
    run_.add(std::move(finding));
}

void BoxPapers::add_panel(Panel panel) {
    std::erase_if(panel.series, [](const Series& series) { return series.points.empty(); });
    if (!panel.series.empty()) run_.report.figure.panels.push_back(std::move(panel));
}

void BoxPapers::end() {
    Finding finding = same_boxes(all_, run_.report.wrong);
    finding.claim = "all broad phases find the same pairs in the scenes of " + paper_;
    run_.add(std::move(finding));
}

}  // namespace bench
