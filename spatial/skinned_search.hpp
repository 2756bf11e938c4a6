// Verlet's skin around any search: it looks further than asked, and what it found serves until a point has moved half
// of that surplus.
//
//   reach  |--------------|
//   built  |--------------|--skin--|      A pair in reach now was no further apart than reach + half a skin + half a
//                                         skin when the search was built: it is among the candidates.
//
// Points come in the order of the last build, because the caller moves them into it; that is how they are recognised.
// Nothing depends on who they are, though: whatever stands in a slot within half a skin of where a point stood, with
// its reach, is answered rightly.
#pragma once

#include <vector>

#include "spatial/neighbour_search.hpp"

namespace spatial {

class SkinnedSearch final : public NeighbourSearch {
public:
    /// `skin` in longest reaches (SearchSettings).
    SkinnedSearch(std::unique_ptr<NeighbourSearch> search, float skin) : search_(std::move(search)), skin_(skin) {}

    [[nodiscard]] std::string_view name() const noexcept override { return search_->name(); }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override {
        return reused_ ? std::span<const Index>(identity_) : search_->order();
    }
    void for_each_block(Queries queries, BlockVisitor visit) const override { search_->for_each_block(queries, visit); }
    [[nodiscard]] SearchCounters counters() const override { return search_->counters(); }
    /// As they were built: points may have left them by half a skin.
    void for_each_cell(CellVisitor visit) const override { search_->for_each_cell(visit); }
    [[nodiscard]] std::size_t bytes() const noexcept override;
    [[nodiscard]] bool reused() const noexcept override { return reused_; }
    void forget() noexcept override;
    [[nodiscard]] std::string note() const override;

private:
    [[nodiscard]] bool still_serves(const Points& points) const noexcept;
    void build_with_skin(const Points& points);
    void remember(const Points& points);

    std::unique_ptr<NeighbourSearch> search_;
    float skin_;
    bool forgotten_ = true;
    bool reused_ = false;
    double leash_ = 0.0;  // how far a point may move, m
    std::uint64_t builds_ = 0, kept_ = 0;
    std::vector<float> x_, y_, z_, reach_;  // of the last build, by slot
    std::vector<float> lengthened_;         // reaches with the skin
    std::vector<Index> identity_;
};

}  // namespace spatial
