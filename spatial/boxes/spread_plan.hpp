// Which sizes share a level of a spread grid, and how wide its cells are. Few levels mean few places to look at; but a
// level of sizes far apart has either its large boxes in many cells or many small ones in each. All that is weighed by
// a model of what a query costs, and the best division of the sizes into levels is found exactly: it is a shortest
// path.
//
// A plan is a choice and not a bound: whoever lies outside of a grid is in its outermost cells. So a plan serves as
// long as the crowd is about as it was.
#pragma once

#include <span>

#include "spatial/boxes/row_grid.hpp"
#include "spatial/boxes/size_census.hpp"

namespace spatial {

class SpreadPlan {
public:
    static constexpr std::size_t most_levels = 32;

    struct Level {
        RowGrid grid;
        std::uint32_t classes_from = 0, classes_to = 0;  // sizes of its boxes (size_census.hpp)
    };

    [[nodiscard]] bool still_fits(std::span<const SizeClass, size_classes> census) const;
    /// `typical_query`: the edges of what will be asked for, m.
    void make(std::span<const SizeClass, size_classes> census, const std::array<double, 3>& typical_query);
    /// Coarsest first.
    [[nodiscard]] std::span<const Level> levels() const noexcept { return {level_.data(), levels_}; }

private:
    std::array<SizeClass, size_classes> census_{};  // that the plan was made for
    std::size_t count_ = 0;
    std::array<Level, most_levels> level_;
    std::size_t levels_ = 0;
};

}  // namespace spatial
