#include "spatial/hierarchical_hash.hpp"
