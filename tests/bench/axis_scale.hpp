// From values to places along an axis, and the values worth a mark.
#pragma once

#include <string>
#include <vector>

namespace bench {

class AxisScale {
public:
    /// Holds all the values, and a little more so that the marks at both ends are round; a linear one has 0 on it.
    AxisScale(const std::vector<double>& values, bool logarithmic);

    /// 0 at the axis' beginning, 1 at its end.
    [[nodiscard]] double share(double value) const noexcept;

    struct Mark {
        double value;
        std::string label;  // may be empty: a line without words
    };
    [[nodiscard]] const std::vector<Mark>& marks() const noexcept { return marks_; }

private:
    void mark_logarithmic();
    void mark_linear();

    bool logarithmic_;
    double low_ = 0.0, high_ = 1.0;
    std::vector<Mark> marks_;
};

}  // namespace bench
