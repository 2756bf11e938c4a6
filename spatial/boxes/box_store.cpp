#include "spatial/boxes/box_store.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace spatial {

namespace {

// 24 bytes a box: more than a gigabyte and a half before anything is built on it.
constexpr Index most_boxes = 1u << 26;

}  // namespace

void BoxStore::Changes::clear() noexcept {
    inserted.clear();
    moved.clear();
    removed.clear();
}

bool BoxStore::is_what_we_have(std::span<const Box> boxes) const noexcept {
    const bool everybody_is_there = finite_ + unbounded_.size() == kinds_.size();
    return everybody_is_there && !boxes.empty() && boxes.size() <= boxes_.size() &&
           std::memcmp(boxes.data(), boxes_.data(), boxes.size_bytes()) == 0;
}

bool BoxStore::put(std::span<const Index> numbers, std::span<const Box> boxes, Changes& changes) {
    // The whole crowd, bit by bit as it was: a step in which nothing moved, told with the speed of memory.
    if (numbers.empty() && is_what_we_have(boxes)) return false;
    const bool all_finite = check(boxes, Infinite::allowed);
    Index end = this->end();
    if (numbers.empty()) {
        if (boxes.size() > most_boxes)
            throw std::invalid_argument(std::to_string(boxes.size()) + " boxes are more than " +
                                        std::to_string(most_boxes) + ", the most a broad phase holds");
        end = std::max(end, static_cast<Index>(boxes.size()));
    } else {
        if (numbers.size() != boxes.size())
            throw std::invalid_argument(std::to_string(numbers.size()) + " numbers for " +
                                        std::to_string(boxes.size()) + " boxes; there has to be one each");
        const Index highest = *std::max_element(numbers.begin(), numbers.end());
        if (highest >= most_boxes)
            throw std::invalid_argument("a box of the number " + std::to_string(highest) + "; numbers go up to " +
                                        std::to_string(most_boxes - 1));
        end = std::max(end, highest + 1);
    }
    const bool nobody_is_new = end == this->end();
    boxes_.resize(end);
    kinds_.resize(end, Kind::none);

    // Who comes and who moves are seldom many at the same time: one list's memory serves for both.
    auto& most = finite_ == 0 ? changes.inserted : changes.moved;
    auto& other = finite_ == 0 ? changes.moved : changes.inserted;
    if (most.capacity() < boxes.size() && most.empty() && other.empty()) most.swap(other);
    most.reserve(boxes.size());
    if (nobody_is_new && all_finite && everybody_is_finite()) return move(numbers, boxes, changes.moved);
    bool changed = false;
    for (std::size_t k = 0; k < boxes.size(); ++k)
        put_one(numbers.empty() ? static_cast<Index>(k) : numbers[k], boxes[k], changes, changed);
    return changed;
}

bool BoxStore::move(std::span<const Index> numbers, std::span<const Box> boxes, std::vector<Index>& moved) {
    const std::size_t before = moved.size();
    moved.resize(before + boxes.size());
    Index* next = moved.data() + before;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const Index number = numbers.empty() ? static_cast<Index>(k) : numbers[k];
        *next = number;
        next += same(boxes_[number], boxes[k]) ? 0 : 1;
        boxes_[number] = boxes[k];
    }
    moved.resize(static_cast<std::size_t>(next - moved.data()));
    return moved.size() > before;
}

void BoxStore::put_one(Index number, const Box& box, Changes& changes, bool& changed) {
    const Kind before = kinds_[number];
    if (before != Kind::none && same(boxes_[number], box)) return;
    changed = true;
    const Kind now = is_unbounded(box) ? Kind::unbounded : Kind::finite;
    boxes_[number] = box;
    if (before == now) {
        if (now == Kind::finite) changes.moved.push_back(number);
        return;
    }
    if (before == Kind::finite) changes.removed.push_back(number);
    leave(number);
    kinds_[number] = now;
    if (now == Kind::finite) {
        ++finite_;
        changes.inserted.push_back(number);
    } else {
        unbounded_.push_back(number);
    }
}

bool BoxStore::remove(std::span<const Index> numbers, Changes& changes) {
    bool changed = false;
    for (const Index number : numbers) {
        if (number >= end() || kinds_[number] == Kind::none) continue;
        changed = true;
        if (kinds_[number] == Kind::finite) changes.removed.push_back(number);
        leave(number);
    }
    return changed;
}

void BoxStore::leave(Index number) noexcept {
    if (kinds_[number] == Kind::finite) --finite_;
    if (kinds_[number] == Kind::unbounded) std::erase(unbounded_, number);
    kinds_[number] = Kind::none;
}

std::size_t BoxStore::bytes() const noexcept {
    return boxes_.capacity() * sizeof(Box) + kinds_.capacity() * sizeof(Kind) + unbounded_.capacity() * sizeof(Index);
}

}  // namespace spatial
