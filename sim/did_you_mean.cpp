#include "sim/did_you_mean.hpp"

#include <algorithm>
#include <vector>

#include "sim/wording.hpp"

namespace sim {
namespace {

constexpr std::size_t longest_word = 60;  // nobody slips into anything longer
constexpr std::size_t shortest_beginning = 3;

/// How many letters must be changed, added, left out or swapped with the next to make b of a (optimal string
/// alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = a[i - 1] == b[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> candidates) {
    std::size_t nearest = std::max<std::size_t>(word.size() / 3, 1) + 1;  // more than a third differs: another word
    std::optional<std::string> found;
    if (word.size() > longest_word) return found;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance >= nearest || distance >= candidate.size()) continue;
        nearest = distance;
        found = candidate;
    }
    if (found || word.size() < shortest_beginning) return found;
    const auto goes_on = [&](const std::string& candidate) { return candidate.starts_with(word); };
    const auto only = std::ranges::find_if(candidates, goes_on);
    if (only != candidates.end() && std::none_of(only + 1, candidates.end(), goes_on)) found = *only;
    return found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
    if (const auto near = nearest_word(word, candidates)) return "did you mean " + in_quotes(*near) + "?";
    return "there are: " + joined(candidates);
}

}  // namespace sim
