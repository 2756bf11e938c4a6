// One contestant in one scene: set up, checked, then timed for as long as the patience lasts.
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "spatial/per_thread.hpp"
#include "tests/bench/broadphase.hpp"
#include "tests/bench/neighbours.hpp"
#include "tests/bench/stopwatch.hpp"

namespace bench {

namespace {

using spatial::Index;

constexpr int steps_a_round = 3;  // a time is the mean over them, the best of several rounds
// From so many seconds on another step or round tells nothing new: memory is warm after the first.
constexpr double slow = 3.0;

/// So that sums over pairs tell one set of pairs from another.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return Dice(a << 32 | b).bits(); }

/// What queries found, added up by each thread for itself.
class Tally {
public:
    struct Sums {
        std::uint64_t pairs = 0, touched = 0, contacts = 0, checksum = 0;
    };
    Tally() { sums_.prepare(); }
    [[nodiscard]] Sums& mine() noexcept { return sums_.mine(); }
    void write_to(BoxMeasurement& m) {
        std::uint64_t checksum = 0;
        sums_.for_each([&](const Sums& s) {
            m.pairs += s.pairs;
            m.touched += s.touched;
            m.contacts += s.contacts;
            checksum += s.checksum;
        });
        m.checksums = {checksum};
    }

private:
    spatial::PerThread<Sums> sums_;
};

BoxMeasurement begin(const Entrant& entrant, BoxMeasurement::Place place) {
    return {.place = std::move(place), .who = entrant.who, .variant = entrant.variant, .ours = entrant.ours};
}

/// round() returns its time, ms, and may be called once more than it takes.
template <class Round>
void repeat(BoxMeasurement& m, const Patience& patience, const Host& host, Round round) {
    const Stopwatch watch;
    const ProcessorWatch processor;
    while (true) {
        const double ms = round();
        m.ms = m.runs == 0 ? ms : std::min(m.ms, ms);
        ++m.runs;
        host.go_on();
        const double spent = watch.seconds();
        if (m.runs >= 2 && spent >= patience.most) break;
        if (m.runs >= patience.runs && spent >= patience.least) break;
        if (spent >= slow) break;
    }
    m.wall = watch.seconds();
    m.processor = processor.seconds();
}

void finish(BoxMeasurement& m, Contestant& contestant) {
    m.counters = contestant.counters();
    m.bytes = contestant.bytes();
    if (contestant.module() != nullptr) m.note = contestant.module()->note();
}

/// Everybody put, and a single query: some leave their work until they are asked. Returns the time, ms.
double set_up(Contestant& contestant, std::span<const Box> boxes, std::span<const Box> queries) {
    const Stopwatch watch;
    contestant.put(boxes);
    contestant.touching(queries.first(1), [](Index, std::span<const Index>) {});
    return watch.milliseconds();
}

/// `ways` by cells: which particles are in which, and the box of all their ways.
class CellsOfWays {
public:
    CellsOfWays(float cell, std::size_t particles)
        : inverse_(1.0f / cell), cells_(cells_along(cell)), keys_(particles) {}

    void sort(const Ways& ways, std::span<const Box> swept) {
        const auto cell = [&](std::size_t axis, std::size_t i) {
            return static_cast<std::uint32_t>(
                std::clamp(static_cast<int>(ways.from[axis][i] * inverse_), 0, static_cast<int>(cells_) - 1));
        };
        for (std::size_t i = 0; i < keys_.size(); ++i)
            keys_[i] = (cell(2, i) * cells_ + cell(1, i)) * cells_ + cell(0, i);
        sort_.sort(keys_, cells_ * cells_ * cells_, order_, first_);
        boxes_.clear();
        begins_.clear();
        for (std::size_t slot = 0; slot < order_.size(); ++slot) {
            const Box& b = swept[order_[slot]];
            if (slot == 0 || keys_[order_[slot]] != keys_[order_[slot - 1]]) {
                boxes_.push_back(b);
                begins_.push_back(static_cast<Index>(slot));
                continue;
            }
            Box& all = boxes_.back();
            all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::min(all.min_z, b.min_z),
                   std::max(all.max_x, b.max_x), std::max(all.max_y, b.max_y), std::max(all.max_z, b.max_z)};
        }
        begins_.push_back(static_cast<Index>(order_.size()));
    }

    [[nodiscard]] std::span<const Box> boxes() const noexcept { return boxes_; }
    [[nodiscard]] std::span<const Index> particles_of(Index cell) const noexcept {
        return std::span(order_).subspan(begins_[cell], begins_[cell + 1] - begins_[cell]);
    }

private:
    static std::uint32_t cells_along(float cell) {
        return static_cast<std::uint32_t>(std::ceil(FallingFluid::width / cell));
    }
    float inverse_;
    std::uint32_t cells_;
    spatial::CountingSort sort_;
    std::vector<std::uint32_t> keys_;
    std::vector<Index> order_, first_, begins_;
    std::vector<Box> boxes_;
};

}  // namespace

BoxMeasurement measure_queries(const Entrant& entrant, const QueryScene& scene, int threads, const Patience& patience,
                               const Host& host) {
    constexpr std::size_t sample = 20'000;  // queries to tune with
    omp_set_num_threads(threads);
    BoxMeasurement m = begin(entrant, {scene.name, scene.crowd, scene.how, scene.boxes.size(), threads});
    m.queries = scene.queries.size();
    const auto contestant = entrant.make();
    contestant->tune(scene.boxes, std::span(scene.queries).first(std::min(sample, scene.queries.size())));
    m.setup_ms = set_up(*contestant, scene.boxes, scene.queries);
    Tally tally;
    contestant->touching(scene.queries, [&](Index query, std::span<const Index> boxes) {
        Tally::Sums& sums = tally.mine();
        sums.pairs += boxes.size();
        ++sums.touched;
        for (const Index box : boxes) sums.checksum += mixed(query, box);
    });
    tally.write_to(m);
    repeat(m, patience, host, [&] {
        Tally timed;
        const Stopwatch watch;
        contestant->touching(scene.queries,
                             [&](Index, std::span<const Index> boxes) { timed.mine().pairs += boxes.size(); });
        return watch.milliseconds();
    });
    finish(m, *contestant);
    return m;
}

BoxMeasurement measure_motion(const Entrant& entrant, const MovingCrowd& start, int threads, const Patience& patience,
                              const Host& host) {
    omp_set_num_threads(threads);
    const CrowdPlan& plan = start.plan();
    BoxMeasurement m =
        begin(entrant, {"motion", plan.text(), std::string(plan.motion_text()), start.boxes().size(), threads});
    const auto contestant = entrant.make();
    MovingCrowd crowd = start;
    const Stopwatch setup;
    contestant->put(crowd.boxes());
    static_cast<void>(contestant->pairs());
    m.setup_ms = setup.milliseconds();
    repeat(m, patience, host, [&] {
        double put = 0.0, answer = 0.0;
        int steps = 0;
        while (steps < steps_a_round && put + answer < 1e3 * slow) {
            crowd.step();
            const Stopwatch putting;
            contestant->put(crowd.boxes());
            put += putting.milliseconds();
            const Stopwatch asking;
            const std::span<const BoxPair> pairs = contestant->pairs();
            answer += asking.milliseconds();
            ++steps;
            if (m.runs > 0) continue;
            if (steps == 1) m.pairs = pairs.size();
            std::uint64_t checksum = 0;
            for (const BoxPair pair : pairs) checksum += mixed(pair.a, pair.b);
            m.checksums.push_back(checksum);
        }
        const double ms = (put + answer) / steps;
        if (m.runs == 0 || ms < m.ms) m.put_ms = put / steps;
        return ms;
    });
    finish(m, *contestant);
    return m;
}

std::string fluid_variant(float cell) {
    return cell == 0.0f ? std::string() : text("cells of 2^%d", static_cast<int>(std::log2(cell)));
}

BoxMeasurement measure_fluid(const Entrant& entrant, const FluidMoment& moment, float cell, int threads,
                             const Patience& patience, const Host& host) {
    omp_set_num_threads(threads);
    const Ways& ways = moment.ways;
    const std::vector<Sphere>& spheres = moment.fluid.spheres();
    const std::vector<Box>& boxes = moment.fluid.sphere_boxes();
    BoxMeasurement m =
        begin(entrant, {"fluid", points_text(ways.size()) + " particles", moment.name, boxes.size(), threads});
    m.variant = fluid_variant(cell);
    const auto contestant = entrant.make();
    std::vector<Box> swept(ways.size());
    for (std::size_t i = 0; i < ways.size(); ++i) swept[i] = ways.swept(i);
    std::optional<CellsOfWays> cells;
    if (cell > 0.0f) cells.emplace(cell, ways.size()).sort(ways, swept);
    // Who fits his cells to what he is asked for shall see what that will be.
    const std::span<const Box> asked = cells ? cells->boxes() : std::span<const Box>(swept);
    contestant->tune(boxes, asked);
    m.setup_ms = set_up(*contestant, boxes, asked);
    m.queries = ways.size();
    repeat(m, patience, host, [&] {
        Tally tally;
        const auto meet = [&](Tally::Sums& sums, Index i, Index s) {
            ++sums.pairs;
            if (!ways.touches(i, spheres[s])) return;
            ++sums.contacts;
            sums.checksum += mixed(i, s);
        };
        const Stopwatch watch;
        for (std::size_t i = 0; i < ways.size(); ++i) swept[i] = ways.swept(i);
        if (cells) cells->sort(ways, swept);
        const Stopwatch answering;
        if (cells) {
            m.queries = cells->boxes().size();
            contestant->touching(cells->boxes(), [&](Index query, std::span<const Index> touched) {
                Tally::Sums& sums = tally.mine();
                for (const Index i : cells->particles_of(query)) {
                    const Box& box = swept[i];
                    for (const Index s : touched)
                        if (overlap(box, boxes[s])) meet(sums, i, s);
                }
            });
        } else {
            contestant->touching(swept, [&](Index i, std::span<const Index> touched) {
                Tally::Sums& sums = tally.mine();
                for (const Index s : touched) meet(sums, i, s);
            });
        }
        const double answer_ms = answering.milliseconds(), ms = watch.milliseconds();
        if (m.runs == 0) tally.write_to(m);
        m.answer_ms = m.runs == 0 ? answer_ms : std::min(m.answer_ms, answer_ms);
        return ms;
    });
    finish(m, *contestant);
    return m;
}

BoxMeasurement measure_heap(const Entrant& entrant, const HeapMoment& moment, int threads, const Patience& patience,
                            const Host& host) {
    constexpr int timed_steps = 10;
    omp_set_num_threads(threads);
    BoxMeasurement m = begin(entrant, {"heap", "boxes in Bullet's world", moment.name, moment.heap.boxes(), threads});
    repeat(m, patience, host, [&] {
        const Stopwatch setting_up;
        Heap::Course course(moment.heap, entrant.who);
        course.advance();
        if (m.runs == 0) {
            m.setup_ms = setting_up.milliseconds();
            m.pairs = course.contacts();
            m.checksums = {course.contact_hash()};
            m.counters.candidates = course.pairs();
            m.counters.pairs = m.pairs;
            m.bytes = course.bytes();
        }
        const Stopwatch watch;
        for (int step = 0; step < timed_steps; ++step) course.advance();
        return watch.milliseconds() / timed_steps;
    });
    return m;
}

}  // namespace bench
