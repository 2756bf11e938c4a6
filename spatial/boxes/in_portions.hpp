// Finding pairs with several threads, in an order that does not depend on how many there are: everything to be done is
// cut into portions one after the other, and what they find is put together in their order.
#pragma once

#include <omp.h>

#include <cstddef>
#include <vector>

namespace spatial {

/// Calls find(portion, vector to append to) for all portions; the first appends to `found` itself. Returns the sum of
/// what the calls return.
template <class Work, class T, class F>
Work in_portions(std::size_t portions, std::vector<std::vector<T>>& scratch, std::vector<T>& found, F find) {
    if (scratch.size() + 1 < portions) scratch.resize(portions - 1);
    Work sum{};
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(portions)) if (portions > 1)
    for (std::size_t p = 0; p < portions; ++p) {
        if (p > 0) scratch[p - 1].clear();
        const Work work = find(p, p == 0 ? found : scratch[p - 1]);
#pragma omp critical(spatial_in_portions)
        sum += work;
    }
    for (std::size_t p = 1; p < portions; ++p) found.insert(found.end(), scratch[p - 1].begin(), scratch[p - 1].end());
    return sum;
}

}  // namespace spatial
