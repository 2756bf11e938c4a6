#include "tests/bench/measurement.hpp"

#include <omp.h>

#include <algorithm>

#include "spatial/blocks.hpp"
#include "spatial/slot_lists.hpp"
#include "tests/bench/density_adapter.hpp"
#include "tests/bench/poly6_stream.hpp"
#include "tests/bench/stopwatch.hpp"

namespace bench {

namespace {

using Coordinates = std::array<std::vector<float>, 3>;

void move_into(std::span<const spatial::Index> order, std::span<const float> from, std::vector<float>& to) {
    to.resize(from.size());
#pragma omp parallel for schedule(static) if (order.size() > spatial::worth_a_team_for_little)
    for (std::size_t slot = 0; slot < order.size(); ++slot) to[slot] = from[order[slot]];
}

/// The points of now, as they reach the search; `order` is of a step ago.
Coordinates arriving(const Cloud& cloud, std::span<const spatial::Index> order) {
    Coordinates points;
    move_into(order, cloud.moved_x, points[0]);
    move_into(order, cloud.moved_y, points[1]);
    move_into(order, cloud.moved_z, points[2]);
    return points;
}

Measurement begin(std::string_view name, const Circumstances& given) {
    Measurement m;
    m.cloud = given.cloud.name;
    m.points = given.cloud.size();
    m.reach_in_spacings = given.cloud.reach_in_spacings;
    m.arrival = given.arrival;
    m.threads = given.threads;
    m.search = name;
    return m;
}

/// The least of each stage over all runs: the run of a stage that the rest of the machine disturbed least.
class Best {
public:
    void begin_run() { watch_ = {}; }
    /// Ends the stage that is running; the next one begins.
    void stage(Stage s) {
        const double spent = 1e9 * watch_.seconds();
        auto& best = ns_[static_cast<std::size_t>(s)];
        best = std::min(best.value_or(spent), spent);
        watch_ = {};
    }
    void write_to(Measurement& m) const {
        for (std::size_t s = 0; s < ns_.size(); ++s)
            if (ns_[s]) m.ns[s] = *ns_[s] / static_cast<double>(m.points);
        m.in_all = m.stage(Stage::order) + m.stage(Stage::move) + m.stage(Stage::lists);
    }

private:
    std::array<std::optional<double>, stage_names.size()> ns_;
    Stopwatch watch_;
};

template <class Run>
void repeat(Measurement& m, const Patience& patience, const Host& host, Run run) {
    const Stopwatch watch;
    const ProcessorWatch processor;
    Best best;
    while (true) {
        best.begin_run();
        run(best);
        ++m.runs;
        host.go_on();
        const double spent = watch.seconds();
        // The first run meets cold memory, so that one alone counts only where nobody looks at the time.
        if (m.runs >= 2 && spent >= patience.most) break;
        if (m.runs >= patience.runs && spent >= patience.least) break;
    }
    m.wall = watch.seconds();
    m.processor = processor.seconds();
    best.write_to(m);
}

/// Ours or a peer's.
template <class Lists>
void describe(const Lists& lists, Measurement& m) {
    std::uint64_t neighbours = 0;
    for (std::size_t i = 0; i < m.points; ++i) {
        neighbours += lists.of(i).size();
        m.most_neighbours = std::max<std::uint64_t>(m.most_neighbours, lists.of(i).size());
    }
    m.pairs = neighbours / 2;
    m.mean_neighbours = static_cast<double>(neighbours) / static_cast<double>(m.points);
}

std::uint64_t count_candidates(const spatial::NeighbourSearch& search) {
    std::uint64_t sum = 0;
    search.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        const std::uint64_t proposed = std::uint64_t{block.size()} * spatial::size_of(ranges);
#pragma omp atomic
        sum += proposed;
    });
    return sum;
}

bool decides_by_the_clock(std::string_view name) {
    const auto modules = spatial::neighbour_modules();
    return std::ranges::any_of(modules, [&](const auto& m) { return m.name == name && !m.reproducible; });
}

/// Until it has tried the others: the least of each stage would else be put together from different ones.
void let_decide(spatial::NeighbourSearch& search, const Coordinates& points, float reach, spatial::SlotLists& lists) {
    constexpr std::size_t builds_a_module = 5;
    std::array<std::vector<float>, 3> moved;
    for (std::size_t build = builds_a_module * spatial::neighbour_modules().size(); build > 0; --build) {
        search.build({points[0], points[1], points[2], {&reach, 1}});
        for (std::size_t axis = 0; axis < 3; ++axis) move_into(search.order(), points[axis], moved[axis]);
        lists.collect(search, {moved[0], moved[1], moved[2], {&reach, 1}});
    }
}

}  // namespace

Measurement measure_module(std::string_view name, const spatial::SearchSettings& settings, const Circumstances& given,
                           const Host& host) {
    omp_set_num_threads(given.threads);
    Measurement m = begin(name, given);
    const Cloud& cloud = given.cloud;
    const auto search = spatial::make_neighbour_search(name, settings);

    Coordinates points{cloud.moved_x, cloud.moved_y, cloud.moved_z};
    if (given.arrival == Arrival::settled) {
        search->build(cloud.before());
        points = arriving(cloud, search->order());
    }
    std::optional<DensityAdapter> density;
    sim::Particles moved;
    if (given.with_density) density.emplace(cloud).prepare(moved);

    std::vector<float> sums;
    spatial::SlotLists lists;
    if (decides_by_the_clock(name)) let_decide(*search, points, cloud.reach, lists);
    repeat(m, given.patience, host, [&](Best& best) {
        search->build({points[0], points[1], points[2], {&cloud.reach, 1}});
        best.stage(Stage::order);
        move_into(search->order(), points[0], moved.x);
        move_into(search->order(), points[1], moved.y);
        move_into(search->order(), points[2], moved.z);
        best.stage(Stage::move);
        search->for_each_block({}, [](spatial::Range, std::span<const spatial::Range>) {});
        best.stage(Stage::ranges);
        lists.collect(*search, {moved.x, moved.y, moved.z, {&cloud.reach, 1}});
        best.stage(Stage::lists);
        if (!density) return;
        stream_poly6(*search, {moved.x, moved.y, moved.z, {&cloud.reach, 1}}, sums);
        best.stage(Stage::poly6);
        density->run(*search, moved);
        best.stage(Stage::density);
    });

    describe(lists, m);
    m.candidates = count_candidates(*search);
    m.bytes = static_cast<double>(search->bytes()) / static_cast<double>(m.points);
    if (density)
        if (const std::uint64_t summed = density->count(*search, moved).pairs; summed != lists.neighbours())
            m.trouble = text("the density pass saw %llu pairs, the lists hold %llu",
                             static_cast<unsigned long long>(summed / 2), static_cast<unsigned long long>(m.pairs));
    return m;
}

Measurement measure_peer(const PeerEntry& entry, const Circumstances& given, const Host& host) {
    if (entry.make == nullptr)
        return not_measured(entry.name, given,
                            "built without it: install the package " + std::string(entry.package) + " and build again");
    omp_set_num_threads(given.threads);
    Measurement m = begin(entry.name, given);
    const Cloud& cloud = given.cloud;
    const std::unique_ptr<Peer> peer = entry.make();

    Coordinates points{cloud.moved_x, cloud.moved_y, cloud.moved_z};
    if (given.arrival == Arrival::settled) {
        peer->build(cloud.before());
        points = arriving(cloud, peer->order());
    }
    spatial::NeighbourLists lists;
    repeat(m, given.patience, host, [&](Best& best) {
        peer->build({points[0], points[1], points[2], {&cloud.reach, 1}});
        best.stage(Stage::order);
        peer->collect(lists);
        best.stage(Stage::lists);
    });
    describe(lists, m);
    m.bytes = static_cast<double>(peer->bytes()) / static_cast<double>(m.points);
    return m;
}

Measurement not_measured(std::string_view name, const Circumstances& given, std::string why) {
    Measurement m = begin(name, given);
    m.missing = std::move(why);
    return m;
}

Json json_of(const Measurement& m) {
    Json out = {{"cloud", m.cloud},
                {"points", m.points},
                {"reach_in_spacings", m.reach_in_spacings},
                {"arrival", arrival_names[static_cast<std::size_t>(m.arrival)]},
                {"threads", m.threads},
                {"search", m.search}};
    if (m.subdivision != 0) out["subdivision"] = m.subdivision;
    if (!m.measured()) {
        out["missing"] = m.missing;
        return out;
    }
    for (std::size_t s = 0; s < stage_names.size(); ++s)
        if (m.ns[s]) out["ns_per_point"][stage_names[s]] = *m.ns[s];
    out["ns_per_point"]["in_all"] = m.in_all;
    out["runs"] = m.runs;
    out["wall_s"] = m.wall;
    out["processor_s"] = m.processor;
    out["pairs"] = m.pairs;
    if (m.candidates != 0) out["candidates"] = m.candidates;
    out["mean_neighbours"] = m.mean_neighbours;
    out["most_neighbours"] = m.most_neighbours;
    out["bytes_per_point"] = m.bytes;
    return out;
}

}  // namespace bench
