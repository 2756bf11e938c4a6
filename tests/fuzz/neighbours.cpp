#include "tests/fuzz/neighbours.hpp"

#include <mutex>
#include <stdexcept>

#include "spatial/instruction_set.hpp"
#include "spatial/neighbour_lists.hpp"
#include "tests/fuzz/cloud_of_bytes.hpp"

namespace fuzz {

namespace {

using spatial::Index;
using spatial::NeighbourSearch;
using spatial::Range;

/// What the contract says of blocks and cells, whatever the module: every slot in one block and in one cell, candidates
/// ascending and no slot twice.
std::string broken_promise(const NeighbourSearch& search, std::size_t n) {
    std::vector<int> visits(n);
    std::size_t blocks = 0;
    std::string broken;
    std::mutex mutex;
    search.for_each_block({}, [&](Range block, std::span<const Range> candidates) {
        const std::lock_guard lock(mutex);
        ++blocks;
        for (Index slot = block.begin; slot < block.end; ++slot) ++visits[slot];
        Index last_end = 0;
        for (const Range r : candidates) {
            if (r.begin >= r.end || r.begin < last_end || r.end > n)
                broken = "its ranges overlap, are empty or too long";
            last_end = r.end;
        }
    });
    for (const int times : visits)
        if (times != 1) broken = "a slot is in " + std::to_string(times) + " blocks";
    if (blocks != search.counters().blocks) broken = "it counts other blocks than it visits";
    Index next = 0;
    search.for_each_cell([&](const spatial::CellView& cell) {
        if (cell.slots.begin != next || cell.slots.size() == 0) broken = "its cells do not follow each other";
        next = cell.slots.end;
    });
    if (next != n) broken = "its cells hold " + std::to_string(next) + " of " + std::to_string(n) + " points";
    return broken;
}

void move_into_order(std::span<const Index> order, clouds::Cloud& cloud, std::vector<std::uint8_t>& active) {
    const auto move = [&](auto& values) {
        auto moved = values;
        for (std::size_t slot = 0; slot < order.size(); ++slot) moved[slot] = values[order[slot]];
        values = std::move(moved);
    };
    move(cloud.x);
    move(cloud.y);
    move(cloud.z);
    if (cloud.reach.size() == order.size()) move(cloud.reach);
    if (!active.empty()) move(active);
}

void jiggle(clouds::Cloud& cloud, float most) {
    std::mt19937 random(1);
    for (auto* axis : {&cloud.x, &cloud.y, &cloud.z})
        for (float& value : *axis) {
            const float moved = value + most * (static_cast<float>(random() % 2049u) / 1024.0f - 1.0f);
            if (std::isfinite(moved)) value = moved;
        }
}

std::string complaint_about(NeighbourSearch& search, Case c) {
    for (const char* when : {"at once", "after a motion"}) {
        if (spatial::find_neighbours(search, c.cloud.view(), c.active) != clouds::expected(c.cloud, c.active))
            return std::string("finds other neighbours than brute force, ") + when;
        if (const std::string broken = broken_promise(search, c.cloud.x.size()); !broken.empty())
            return broken + ", " + when;
        move_into_order(search.order(), c.cloud, c.active);
        jiggle(c.cloud, c.motion * spatial::longest_reach(c.cloud.view()));
    }
    return {};
}

/// A module whose keys have a fixed number of bits may refuse a cloud that is too wide for them. Nobody may refuse
/// anything else here.
bool may_be_refused(const std::string& reason) {
    return reason.find("bits") != std::string::npos || reason.find("keys") != std::string::npos;
}

}  // namespace

std::string complaint_about(std::span<const std::uint8_t> bytes) {
    const Case c = case_of(bytes);
    const auto sets = spatial::instruction_sets();
    spatial::use_instruction_set(sets[c.instruction_set % sets.size()]);
    for (const auto& module : spatial::neighbour_modules()) {
        std::string complaint;
        try {
            complaint = complaint_about(*spatial::make_neighbour_search(module.name, c.settings), c);
        } catch (const std::invalid_argument& refusal) {
            if (!may_be_refused(refusal.what())) complaint = std::string("refuses: ") + refusal.what();
        }
        if (!complaint.empty())
            return std::string(module.name) + " on " + std::to_string(c.cloud.x.size()) + " points: " + complaint;
    }
    return {};
}

}  // namespace fuzz
