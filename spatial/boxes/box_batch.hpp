// A batch of queries on their way through cells: the runs they have been led to, and whom they touch.
//
// Queries go through the classes together, a class at a time, and not each to its end: whether a cell is there, holds a
// box, has children is anybody's guess, and a processor that guesses wrong five times a query does little else. In a
// batch the next query's cells are fetched while one is waited for, and most decisions become how far a list grows.
// Runs are tested at the end, level by level as they were found; each query has a place of its own for whom it touches.
#pragma once

#include <array>
#include <vector>

#include "spatial/boxes/box_cells.hpp"
#include "spatial/boxes/box_class.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace spatial {

/// A list that is written to before it is known whether the entry counts.
template <class T>
class GuessedList {
public:
    void clear() noexcept { size_ = 0; }
    /// Where `more` entries may be written; end() says behind which of them it ends.
    [[nodiscard]] T* room(std::size_t more) {
        if (size_ + more > values_.size()) values_.resize(size_ + more + (size_ + more) / 2);
        return values_.data() + size_;
    }
    void end(const T* at) noexcept { size_ = static_cast<std::size_t>(at - values_.data()); }
    void add(const T& value) {
        *room(1) = value;
        ++size_;
    }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<const T> all() const noexcept { return {values_.data(), size_}; }
    [[nodiscard]] std::size_t bytes() const noexcept { return values_.capacity() * sizeof(T); }

private:
    std::vector<T> values_;
    std::size_t size_ = 0;
};

class BoxBatch {
public:
    static constexpr std::size_t most = 128;

    /// At most `most` queries.
    void start(std::span<const Box> queries) noexcept {
        queries_ = queries;
        runs.clear();
        streams_.clear();
    }
    [[nodiscard]] std::span<const Box> queries() const noexcept { return queries_; }

    /// What is to be tested against a query: records, or a list of boxes.
    using Asked = AskedRun;
    GuessedList<Asked> runs;
    void add(std::uint32_t query, std::span<const Index> numbers) { streams_.push_back({query, numbers}); }

    /// Tests everything and calls found(query, numbers) for those who touch somebody. `once`: nobody is found twice.
    template <class Found>
    void test(const BoxRuns& records, const BoxStore& store, bool once, Found found);

    /// One run against one box, at once.
    std::span<const Index> test(const BoxRun& run, const Box& box, const BoxRuns& records) {
        make_room(run.count + BoxRuns::spare);
        counters.candidates += run.count - run.from;
        const AskedRun asked{0, run};
        std::uint32_t count = 0;
        records.touching({&box, 1}, {&asked, 1}, found_.data(), &count);
        return {found_.data(), count};
    }

    BroadCounters counters;

    /// A part of a query in a cell of a hierarchy, with the key it has come down by.
    struct Part {
        std::uint16_t query;
        std::uint16_t begins;  // as in BoxRun
        Cell at;
        std::uint64_t key;   // of the cell
        std::uint32_t cell;  // where it is known
    };
    /// For modules to go down with: cells whose children are asked for next, and these children.
    GuessedList<Part> parents, children;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return runs.bytes() + streams_.capacity() * sizeof(Stream) +
               (found_.capacity() + united_.capacity()) * sizeof(Index) + parents.bytes() + children.bytes();
    }

private:
    struct Stream {
        std::uint32_t query;
        std::span<const Index> numbers;
    };
    /// Gives each query a place for all that its runs may find.
    void plan();
    void make_room(std::size_t numbers);
    /// With whom its streams say it touches, too; nobody twice.
    [[nodiscard]] std::span<const Index> united(std::uint32_t query, std::span<const Index> found,
                                                const BoxStore& store, bool once);

    std::span<const Box> queries_;
    std::vector<Stream> streams_;
    std::array<std::uint32_t, most> begin_{}, end_{};  // of what each query has found
    std::vector<Index> found_, united_;
};

template <class Found>
void BoxBatch::test(const BoxRuns& records, const BoxStore& store, bool once, Found found) {
    plan();
    records.touching(queries_, runs.all(), found_.data(), end_.data());
    for (std::uint32_t q = 0; q < queries_.size(); ++q) {
        std::span<const Index> touched{found_.data() + begin_[q], found_.data() + end_[q]};
        if (!once || !streams_.empty()) [[unlikely]]
            touched = united(q, touched, store, once);
        if (touched.empty()) continue;
        counters.pairs += touched.size();
        found(q, touched);
    }
}

}  // namespace spatial
