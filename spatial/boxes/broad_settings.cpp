#include "spatial/boxes/broad_settings.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace spatial {

void check(const BroadSettings& settings) {
    const auto refuse = [](const std::string& what) { throw std::invalid_argument(what); };
    if (!(settings.cell_size >= 0.0f && settings.cell_size <= 1e18f))
        refuse("the cell size is " + std::to_string(settings.cell_size) + " m; it is 0 (the module chooses) to 1e18 m");
    if (settings.table_size > 0x7fff'ffffu)
        refuse("a table of " + std::to_string(settings.table_size) + " entries is more than 2147483647");
    if (!(settings.factor >= least_factor && settings.factor <= most_factor))
        refuse("the factor between two grids is " + std::to_string(settings.factor) + "; it is " +
               std::to_string(least_factor) + " to " + std::to_string(most_factor));
}

}  // namespace spatial
