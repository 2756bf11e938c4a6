// Multilevel hashing after Eitz and Lixu 2007, as 2.2 of Pouchol, Ahmad, Crespin, Terraz 2009 describes it: a class of
// cells for each power of two among the sizes of the boxes, a box in the at most 8 cells of its class that its corners
// lie in, and a query that looks into the cells it covers of every class there is.
//
// One table for all classes or one for each (P5 of the list of claims: the same answers); the key is the hash of the
// cell, (3) of the paper, plus a constant of its class, because cells of the same coordinates in different classes
// would share their entry in a table for all.
#pragma once

#include "spatial/boxes/classed_box_hash.hpp"

namespace spatial {

class MultilevelBoxHash final : public ClassedBoxHash {
public:
    static constexpr std::string_view module_name = "multilevel-hash";

    explicit MultilevelBoxHash(const BroadSettings& settings = {}) : ClassedBoxHash(settings) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }

protected:
    [[nodiscard]] std::size_t tables_for(int levels) const noexcept override {
        return settings_.table_per_class ? static_cast<std::size_t>(levels) : 1;
    }
    [[nodiscard]] std::uint32_t make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) override;
    [[nodiscard]] BoxCells& table_of(std::vector<BoxCells>& tables, int level) const noexcept override {
        return tables[settings_.table_per_class ? level : 0];
    }
    void ask(int last, BoxBatch& batch) const override;

private:
    [[nodiscard]] std::uint64_t class_key(int level) const noexcept;
};

}  // namespace spatial
