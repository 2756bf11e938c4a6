// The cases that cases.cpp lists, each in a source of its own.
#pragma once

#include "tests/validation/case.hpp"

namespace validation {

[[nodiscard]] Report run_martin_moyce_2(const Settings& settings, const Host& host);
[[nodiscard]] Report run_martin_moyce_1(const Settings& settings, const Host& host);
[[nodiscard]] Report run_lobovsky(const Settings& settings, const Host& host);
[[nodiscard]] Report run_still_pool(const Settings& settings, const Host& host);
[[nodiscard]] Report run_standing_wave(const Settings& settings, const Host& host);
[[nodiscard]] Report run_sloshing(const Settings& settings, const Host& host);
[[nodiscard]] Report run_ritter(const Settings& settings, const Host& host);

}  // namespace validation
