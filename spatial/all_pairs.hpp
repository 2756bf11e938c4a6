// The oracle: one range that holds everybody. The order is the one the points came in.
#pragma once

#include <vector>

#include "spatial/neighbour_search.hpp"

namespace spatial {

class AllPairs final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "all-pairs";

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(Queries queries, BlockVisitor visit) const override;
    [[nodiscard]] SearchCounters counters() const override;
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override { return order_.capacity() * sizeof(Index); }

private:
    // Queries are handed out in such portions only so that threads can share the work.
    static constexpr Index block_size = 64;

    std::vector<Index> order_;
    Box box_{};
};

}  // namespace spatial
