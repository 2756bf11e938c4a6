#include <algorithm>
#include <stdexcept>

#include "sim/wording.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

// All-pairs takes a second for so many points and a thousand times that for the largest clouds.
constexpr std::size_t most_for_all_pairs = 10'000;
constexpr std::string_view oracle = "all-pairs";

bool in(const Measurement& m, const Results::Key& key) {
    return m.measured() && m.cloud == key.cloud && m.points == key.points && m.arrival == key.arrival &&
           m.threads == key.threads;
}

}  // namespace

const Measurement* Results::find(const Key& key, std::string_view search) const noexcept {
    for (const Measurement& m : all_)
        if (m.search == search && in(m, key)) return &m;
    return nullptr;
}

const Measurement* Results::best(const Key& key) const noexcept {
    const Measurement* best = nullptr;
    for (const Measurement& m : all_)
        if (in(m, key) && m.search != oracle && !is_peer(m.search) && (best == nullptr || m.in_all < best->in_all))
            best = &m;
    return best;
}

std::vector<std::string_view> modules_for(std::size_t points) {
    std::vector<std::string_view> names;
    for (const spatial::NeighbourModule& module : spatial::neighbour_modules())
        if (module.name != oracle || points <= most_for_all_pairs) names.push_back(module.name);
    return names;
}

bool is_peer(std::string_view search) noexcept {
    return std::ranges::find(peers(), search, &PeerEntry::name) != peers().end();
}

void measure_group(std::span<const std::string_view> modules, bool with_peers, const Circumstances& given,
                   const Host& host, const std::function<void(Measurement)>& done) {
    for (const std::string_view name : modules) try {
            done(measure_module(name, {}, given, host));
        } catch (const std::invalid_argument& unfit) {  // points that this module cannot hold, and others can
            done(not_measured(name, given, unfit.what()));
        }
    if (with_peers)
        for (const PeerEntry& peer : peers()) done(measure_peer(peer, given, host));
}

Finding same_pairs(std::span<const Measurement> all, std::string& wrong) {
    Finding finding{.claim = "all searches find the same pairs on every cloud, and so do the libraries of others",
                    .source = "our bar",
                    .expected = "no pair more or less",
                    .verdict = Verdict::holds};
    std::size_t compared = 0;
    const Measurement* first = nullptr;
    const auto same_place = [](const Measurement& a, const Measurement& b) {
        return a.cloud == b.cloud && a.points == b.points && a.reach_in_spacings == b.reach_in_spacings;
    };
    for (const Measurement& m : all) {
        if (!m.measured()) continue;
        const std::string where =
            text("%s of %s points", m.cloud.c_str(), sim::count_text(static_cast<double>(m.points)).c_str());
        if (!m.trouble.empty()) wrong = m.search + ", " + where + ": " + m.trouble;
        if (first == nullptr || !same_place(*first, m)) {
            first = &m;  // one of ours: modules come before peers
            continue;
        }
        ++compared;
        if (m.pairs == first->pairs) continue;
        const std::string difference = text("%s %+lld pairs against %s (%s)", m.search.c_str(),
                                            static_cast<long long>(m.pairs) - static_cast<long long>(first->pairs),
                                            first->search.c_str(), where.c_str());
        finding.verdict = Verdict::does_not_hold;
        finding.because += (finding.because.empty() ? "" : "; ") + difference;
        if (!is_peer(m.search)) wrong = difference;
    }
    if (compared == 0) {
        finding.verdict = Verdict::not_measured;
        finding.because = "no two searches were measured on one cloud";
    }
    if (!wrong.empty() && finding.verdict != Verdict::does_not_hold) {
        finding.verdict = Verdict::does_not_hold;
        finding.because = wrong;
    }
    if (finding.verdict == Verdict::holds) finding.found = text("%zu comparisons, none differs", compared);
    return finding;
}

Finding undisturbed(std::span<const Measurement> all) {
    double wall = 0.0, processor = 0.0;
    for (const Measurement& m : all)
        if (m.measured() && m.threads == 1) {
            wall += m.wall;
            processor += m.processor;
        }
    return undisturbed(wall, processor);
}

Finding undisturbed(double wall, double processor) {
    constexpr double enough = 0.95;
    Finding finding{.claim = "the machine had nothing else to do, so that times can be told",
                    .source = "what every other verdict rests on",
                    .expected = "95 % of a core while one thread is measured"};
    if (wall == 0.0) {
        finding.because = "nothing was measured with one thread";
        return finding;
    }
    finding.found = text("%.0f %%", 100.0 * processor / wall);
    finding.verdict = processor >= enough * wall ? Verdict::holds : Verdict::does_not_hold;
    if (finding.verdict == Verdict::does_not_hold)
        finding.because = "other processes ran; verdicts on times, and their reasons, are worth little then";
    return finding;
}

std::string points_text(std::size_t points) {
    if (points % 1'000'000 == 0) return text("%zu M", points / 1'000'000);
    if (points % 1'000 == 0) return text("%zu k", points / 1'000);
    return sim::count_text(static_cast<double>(points));
}

}  // namespace bench
