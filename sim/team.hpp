// How many threads help whoever calls a team: OpenMP keeps the number by thread, and it must be said there.
#pragma once

#include <omp.h>

namespace sim {

/// For as long as it lives.
class Team {
public:
    explicit Team(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
    ~Team() { omp_set_num_threads(before_); }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

private:
    int before_;
};

}  // namespace sim
