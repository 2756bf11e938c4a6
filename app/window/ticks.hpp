// Round numbers for axes and legends: 1, 2 or 5 times a power of ten.
#pragma once

#include <string>
#include <vector>

namespace app {

/// Round numbers within [low, high], at most `most` of them (at least one is asked for); none when the range is empty.
[[nodiscard]] std::vector<double> ticks(double low, double high, int most);

/// How many to ask for so that there are at least two: one number alone beside an axis says nothing of its scale. As a
/// rule `most`.
[[nodiscard]] int enough_ticks(double low, double high, int most);

/// How far those are apart, also where there is only one.
[[nodiscard]] double tick_step(double low, double high, int most);

/// A number as people write it beside a tick: "0.25", "3.4e-07"; `step` says how many digits matter.
[[nodiscard]] std::string tick_text(double value, double step);

/// Three digits that count, with k, M, G for large numbers: "12.3 k".
[[nodiscard]] std::string short_number(double value);

}  // namespace app
