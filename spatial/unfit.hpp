// What a module throws that cannot hold some points at all, though nothing is wrong with them: another module can.
#pragma once

#include <stdexcept>

namespace spatial {

class Unfit : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

}  // namespace spatial
