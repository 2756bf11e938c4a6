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
[[nodiscard]] Report run_shaken_tank(const Settings& settings, const Host& host);
[[nodiscard]] Report run_ritter(const Settings& settings, const Host& host);
[[nodiscard]] Report run_poiseuille(const Settings& settings, const Host& host);
[[nodiscard]] Report run_couette(const Settings& settings, const Host& host);
[[nodiscard]] Report run_taylor_green(const Settings& settings, const Host& host);
[[nodiscard]] Report run_elliptical_drop(const Settings& settings, const Host& host);
[[nodiscard]] Report run_oscillating_drop(const Settings& settings, const Host& host);
[[nodiscard]] Report run_drops(const Settings& settings, const Host& host);
[[nodiscard]] Report run_rayleigh_taylor(const Settings& settings, const Host& host);

}  // namespace validation
