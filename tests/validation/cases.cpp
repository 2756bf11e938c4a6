#include "tests/validation/cases.hpp"

#include <array>

namespace validation {

std::span<const Case> cases() noexcept {
    static constexpr std::array<Case, 15> list = {{
        {"martin-moyce-2", "a column twice as high as wide collapses (Martin, Moyce 1952)", run_martin_moyce_2},
        {"martin-moyce-1", "a square column collapses (Martin, Moyce 1952)", run_martin_moyce_1},
        {"lobovsky", "a dam break hits a wall: pressures and levels (Lobovsky et al. 2014)", run_lobovsky},
        {"ritter", "a dam break on a long dry bed, and the bound of its front (Ritter 1892)", run_ritter},
        {"still-pool", "pressure, rest and volume of water that stands (Tait's equation)", run_still_pool},
        {"standing-wave", "period and damping of a wave in a viscous fluid (Lighthill)", run_standing_wave},
        {"sloshing", "the slowest swing of a tank, 1 m long and half full (linear theory)", run_sloshing},
        {"shaken-tank", "a tank is moved to and fro beside its own period (Faltinsen et al. 2000)", run_shaken_tank},
        {"poiseuille", "a force sets off a viscous fluid between two plates (Morris et al. 1997)", run_poiseuille},
        {"couette", "a moving plate sets off the fluid beside it (Morris et al. 1997)", run_couette},
        {"taylor-green", "how fast vortices in a tank without walls die away (Taylor, Green 1937)", run_taylor_green},
        {"elliptical-drop", "a round patch is drawn out in the void (Monaghan 1994)", run_elliptical_drop},
        {"oscillating-drop", "a patch swings about a centre that attracts (Monaghan, Rafiee 2013)",
         run_oscillating_drop},
        {"drops", "pressure and oscillation of drops with tension (Laplace, Rayleigh)", run_drops, false},
        {"rayleigh-taylor", "heavy fluid above light (linear theory; He, Chen, Zhang 1999)", run_rayleigh_taylor,
         false},
    }};
    return list;
}

}  // namespace validation
