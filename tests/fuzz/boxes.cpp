#include "tests/fuzz/boxes.hpp"

#include <stdexcept>

#include "spatial/instruction_set.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/spatial/boxes/crowds.hpp"

namespace fuzz {

namespace {

using spatial::Box;
using spatial::Index;

constexpr Index most_numbers = 96;
constexpr int most_operations = 64;
constexpr float inf = std::numeric_limits<float>::infinity();

class Play {
public:
    Play(ByteReader& in, BoxWork& work) : in_(in), work_(work), boxes_(most_numbers), there_(most_numbers, false) {
        spatial::BroadSettings settings;
        const unsigned choice = in.byte();
        constexpr std::uint32_t table_sizes[] = {0, 1, 7, 1'000};
        constexpr float factors[] = {2.0f, 1.125f, 3.0f, 16.0f};
        settings.table_size = table_sizes[choice % 4];
        settings.factor = factors[choice / 4 % 4];
        settings.table_per_class = choice / 16 % 2 != 0;
        settings.rebuild = choice / 32 % 2 != 0;
        settings.cell_size = choice / 64 % 2 != 0 ? 0.75f : 0.0f;
        for (const auto& module : spatial::broad_phase_modules())
            family_.push_back(spatial::make_broad_phase(module.name, settings));
    }

    std::string operate() {
        const unsigned what = in_.byte();
        switch (what % 8) {
            case 0:
            case 1:
            case 2:
                return put(1u + what / 8 % 8);
            case 3:
                return put_many(what / 8);
            case 4:
                return shift_all();
            case 5:
                return remove(1u + what / 8);
            case 6:
                return ask(1u + what / 8 % 16);
            default:
                return compare_pairs();
        }
    }

    std::string compare_pairs() {
        const auto expected = crowds::expected_pairs(boxes_, there_);
        work_.pairs += expected.size();
        for (const auto& broad : family_)
            if (crowds::found_pairs(*broad) != expected)
                return std::string(broad->name()) + " finds other pairs than brute force among " +
                       std::to_string(broad->boxes().finite()) + " boxes";
        return {};
    }

private:
    Box box() {
        const unsigned kind = in_.byte();
        if (kind == 255) {
            ++work_.planes;
            return {-inf, -inf, -inf, inf, inf, in_.fraction()};
        }
        const float scale = std::ldexp(1.0f, static_cast<int>(kind % 32) - 16);
        if (kind >= 224) {  // anything that floats can say
            const float a = in_.any(), b = in_.any(), c = in_.any(), d = in_.any(), e = in_.any(), f = in_.any();
            return {std::min(a, d), std::min(b, e), std::min(c, f), std::max(a, d), std::max(b, e), std::max(c, f)};
        }
        if (kind >= 160) {  // on a grid, where faces and corners meet
            const auto at = [&] {
                return scale * 0.25f * static_cast<float>(static_cast<std::int8_t>(in_.byte()) / 8);
            };
            const float x = at(), y = at(), z = at();
            const unsigned edges = in_.byte();
            const auto edge = [&](unsigned which) {
                return scale * 0.25f * static_cast<float>(edges >> 2 * which & 3u);
            };
            return crowds::box_at(x, y, z, edge(0), edge(1), edge(2));
        }
        const float x = 4.0f * in_.fraction(), y = 4.0f * in_.fraction(), z = 4.0f * in_.fraction();
        if (kind >= 96) return crowds::cube_at(x, y, z, scale);
        return crowds::box_at(x, y, z, scale, scale * std::abs(in_.fraction()), scale * std::abs(in_.fraction()));
    }

    std::string give(const std::vector<Index>& numbers, const std::vector<Box>& boxes) {
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            work_.moves += there_[numbers[k]];
            boxes_[numbers[k]] = boxes[k];
            there_[numbers[k]] = true;
        }
        ++work_.puts;
        for (const auto& broad : family_) broad->put(numbers, boxes);
        return {};
    }
    std::string put(unsigned count) {
        std::vector<Index> numbers;
        std::vector<Box> boxes;
        for (unsigned k = 0; k < count; ++k) {
            numbers.push_back(in_.byte() % most_numbers);
            boxes.push_back(box());
        }
        return give(numbers, boxes);
    }
    /// A crowd of one size, thrown.
    std::string put_many(unsigned count) {
        std::mt19937 random(in_.byte());
        const float edge = std::ldexp(1.0f, static_cast<int>(in_.byte() % 24) - 12);
        const float spread = edge * static_cast<float>(1 + in_.byte() % 32);
        std::vector<Index> numbers;
        std::vector<Box> boxes;
        for (unsigned k = 0; k < 2 * count; ++k) {
            const auto place = [&] { return spread * (static_cast<float>(random() % 65536u) / 32768.0f - 1.0f); };
            numbers.push_back(static_cast<Index>(random() % most_numbers));
            const float x = place(), y = place();
            boxes.push_back(crowds::cube_at(x, y, place(), edge));
        }
        return give(numbers, boxes);
    }
    std::string shift_all() {
        const float far = std::ldexp(in_.fraction(), static_cast<int>(in_.byte() % 40) - 20);
        std::vector<Index> numbers;
        std::vector<Box> boxes;
        for (Index i = 0; i < most_numbers; ++i) {
            if (!there_[i] || spatial::is_unbounded(boxes_[i])) continue;
            Box b = boxes_[i];
            b.min_x += far;
            b.max_x += far;
            if (!std::isfinite(b.min_x) || !std::isfinite(b.max_x)) continue;
            numbers.push_back(i);
            boxes.push_back(b);
        }
        return give(numbers, boxes);
    }
    std::string remove(unsigned count) {
        std::vector<Index> numbers;
        for (unsigned k = 0; k < count; ++k) {
            numbers.push_back(in_.byte() % (most_numbers + 8));  // some who never were
            if (numbers.back() >= most_numbers) continue;
            work_.removals += there_[numbers.back()];
            there_[numbers.back()] = false;
        }
        for (const auto& broad : family_) broad->remove(numbers);
        return {};
    }
    std::string ask(unsigned count) {
        std::vector<Box> queries;
        for (unsigned k = 0; k < count; ++k) {
            const Box b = box();
            if (!spatial::is_unbounded(b)) queries.push_back(b);
        }
        const auto expected = crowds::expected_touching(boxes_, queries, there_);
        ++work_.questions;
        for (const auto& hit : expected) work_.hits += hit.size();
        for (const auto& broad : family_)
            if (crowds::found_touching(*broad, queries) != expected)
                return std::string(broad->name()) + " finds other boxes for " + std::to_string(queries.size()) +
                       " queries than brute force";
        return {};
    }

    ByteReader& in_;
    BoxWork& work_;
    std::vector<Box> boxes_;
    std::vector<bool> there_;
    std::vector<std::unique_ptr<spatial::BroadPhase>> family_;
};

}  // namespace

std::string complaint_about_boxes(std::span<const std::uint8_t> bytes, BoxWork* work) {
    BoxWork unwatched;
    ByteReader in(bytes);
    const auto sets = spatial::instruction_sets();
    const unsigned set = in.byte();
    spatial::use_instruction_set(sets[(set < 128 ? 0 : set) % sets.size()]);
    Play play(in, work != nullptr ? *work : unwatched);
    try {
        for (int k = 0; k < most_operations && !in.at_end(); ++k)
            if (std::string complaint = play.operate(); !complaint.empty()) return complaint;
        return play.compare_pairs();
    } catch (const std::invalid_argument& refusal) {
        return std::string("something is refused: ") + refusal.what();
    }
}

}  // namespace fuzz
