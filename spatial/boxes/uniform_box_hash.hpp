// Spatial hashing with one cell size (Teschner, Heidelberger, Müller, Pomeranets, Gross 2003; 2.1 of Pouchol et al.
// 2009): each box in all the cells it covers, cells hashed with the constants given there, time stamps instead of
// sweeping the table.
//
// With sizes far apart there is no good cell size: in small cells a large box is held thousands of times, in large
// ones many small boxes share a cell. Boxes that cover more than 4096 cells are held in none: they are in a list of big
// ones, which every query is tested against.
//
// Where the size is not given it is that of a typical box (the median of the longest edges), doubled until all boxes
// together cover no more than 16 cells each.
#pragma once

#include <vector>

#include "spatial/boxes/cell_broad_phase.hpp"

namespace spatial {

class UniformBoxHash final : public CellBroadPhase {
public:
    static constexpr std::string_view module_name = "uniform-hash";

    explicit UniformBoxHash(const BroadSettings& settings = {}) : asked_cell_size_(settings.cell_size) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    [[nodiscard]] std::string note() const override;

protected:
    // Level 0 is the list of big boxes, in a cell without a place; level 1 is the grid.
    static constexpr int big = 0, in_cells = 1;

    void enter_everybody(std::vector<BoxCells>& tables) override;
    void ask(int last, BoxBatch& batch) const override;
    [[nodiscard]] const Box& bounds() const noexcept override { return bounds_; }
    [[nodiscard]] int levels() const noexcept override { return 2; }
    [[nodiscard]] int level_of(Index number) const noexcept override { return is_big_[number] != 0 ? big : in_cells; }
    [[nodiscard]] std::span<const Index> boxes_in(int first_level, int end_level) const noexcept override;
    [[nodiscard]] CellRange cells_under(const Box& box, int level) const noexcept override;
    [[nodiscard]] Box box_of(const BoxCells::Name& name) const noexcept override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

private:
    void list_boxes();
    [[nodiscard]] double choose_cell_size();

    const double asked_cell_size_;
    double cell_size_ = 1.0, inverse_ = 1.0;
    Box bounds_ = nowhere;
    std::vector<Index> by_level_;  // the big ones first
    std::size_t big_ones_ = 0;
    std::uint32_t big_cell_ = BoxCells::none;
    std::vector<std::uint8_t> is_big_;  // by number
    std::vector<double> edges_;         // of a sample
};

}  // namespace spatial
