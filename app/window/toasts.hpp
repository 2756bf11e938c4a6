// Short messages that appear at the edge of the view and leave by themselves. Each is logged as well.
#pragma once

#include <string>
#include <vector>

namespace app {

enum class Tone { notice, warning, error };
enum class About { anything, scene };

class Toasts {
public:
    struct Toast {
        Tone tone;
        std::string text;
        double left;  // seconds to live
        About about;
    };

    /// A message that is already shown is shown longer, not twice.
    void show(Tone tone, const std::string& text, About about = About::anything);
    /// Another scene comes: what was said about the one before is of no use to anybody.
    void forget_scene();
    /// Lets `seconds` pass.
    void age(double seconds);
    void clear() { toasts_.clear(); }

    /// Oldest first.
    [[nodiscard]] const std::vector<Toast>& all() const noexcept { return toasts_; }

private:
    std::vector<Toast> toasts_;
};

}  // namespace app
