#include "spatial/search_settings.hpp"

#include <stdexcept>
#include <string>

namespace spatial {

void check(const SearchSettings& settings) {
    const auto refuse = [](const std::string& what) { throw std::invalid_argument(what); };
    if (settings.subdivision < 0 || settings.subdivision > 4)
        refuse("the subdivision is " + std::to_string(settings.subdivision) +
               "; a reach is divided into 1 to 4 cells, and 0 lets the module choose");
    if (!(settings.skin >= 0.0f && settings.skin <= 1.0f))
        refuse("the skin is " + std::to_string(settings.skin) + "; it is 0 to 1 reaches thick");
    if (settings.table_size > 0x7fff'ffffu)
        refuse("a table of " + std::to_string(settings.table_size) + " buckets is more than 2147483647");
}

}  // namespace spatial
