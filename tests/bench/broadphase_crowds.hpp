// The crowds of boxes of the broad-phase benches, as the papers describe them. The same on every machine.
//
//   squares, segments   flat: a square of 2^13 with objects of very different sizes, and the boxes of a million short
//                       segments to ask with (Pouchol et al. 2009, 4.1)
//   moving crowds       boxes in a periodic space that is as large as it takes for twice as many pairs as boxes, all of
//                       them on the move (Schornbaum 2009, 4.1 to 4.5)
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/boxes/box.hpp"
#include "tests/bench/dice.hpp"

namespace bench {

using spatial::Box;

/// A tenth with edges of 2^10 on average, a quarter of 2^6, the others of 2^3; each edge within half of that.
[[nodiscard]] std::vector<Box> squares(std::size_t boxes);

/// Squares in the same space whose sizes are in so many classes from 2^1 to 2^10, each half as frequent as the next
/// finer one.
[[nodiscard]] std::vector<Box> squares_of_classes(std::size_t boxes, int classes);

/// The boxes of segments that begin anywhere in the square, in any direction, evenly long up to `longest`.
[[nodiscard]] std::vector<Box> segments(std::size_t count, double longest = 16.0);

/// The same boxes along a Z-order curve, as particles arrive that are kept in order.
[[nodiscard]] std::vector<Box> in_space_order(std::vector<Box> boxes);

struct CrowdPlan {
    enum class Sizes {
        equal,
        up_to_12,    // edges even in 1 .. 12
        up_to_1000,  // edges even in their logarithm, 1 .. 1000
        beams,       // 10 x 1 x 1
        dust,        // a 1e-5th of `equal`, in the same space: hardly any two touch
    };
    enum class Motion {
        none,
        slow,        // a velocity of its own for everybody, evenly up to 1 % of the longest edge a step
        usual,       // up to 20 %
        least,       // by the least that a float can change
        everywhere,  // to another place, anywhere: nobody stays in a cell
    };

    std::size_t boxes = 0;
    Sizes sizes = Sizes::equal;
    Motion motion = Motion::usual;
    double elongation = 1.0;  // the space is so many times as long as it is wide and high

    [[nodiscard]] std::string_view sizes_text() const noexcept;
    [[nodiscard]] std::string_view motion_text() const noexcept;
    /// Sizes and the shape of the space, where it is no cube.
    [[nodiscard]] std::string text() const;
};

class MovingCrowd {
public:
    explicit MovingCrowd(const CrowdPlan& plan);

    [[nodiscard]] const CrowdPlan& plan() const noexcept { return plan_; }
    [[nodiscard]] const std::vector<Box>& boxes() const noexcept { return boxes_; }
    [[nodiscard]] const std::array<double, 3>& space() const noexcept { return space_; }

    /// The same boxes under another motion.
    void set_motion(CrowdPlan::Motion motion);
    void step();

private:
    struct Body {
        std::array<float, 3> place, edges, direction;  // of length 1
        float share;                                   // of the greatest velocity
    };
    void find_space(Dice& dice);
    void show();

    CrowdPlan plan_;
    std::array<double, 3> space_{};
    std::vector<Body> bodies_;
    std::vector<Box> boxes_;
    Dice dice_;
    bool nudged_ = false;
};

}  // namespace bench
