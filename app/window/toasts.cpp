#include "app/window/toasts.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace app {
namespace {

constexpr std::size_t most_at_once = 5;

/// Reading takes time: a second for every forty characters on top of a start.
double time_to_read(const Toasts::Toast& toast) {
    const double base = toast.tone == Tone::error ? 8.0 : toast.tone == Tone::warning ? 5.0 : 2.5;
    return base + static_cast<double>(std::min<std::size_t>(toast.text.size(), 240)) / 40.0;
}

spdlog::level::level_enum level_of(Tone tone) {
    switch (tone) {
        case Tone::notice:
            return spdlog::level::info;
        case Tone::warning:
            return spdlog::level::warn;
        case Tone::error:
            break;
    }
    return spdlog::level::err;
}

}  // namespace

void Toasts::show(Tone tone, const std::string& text, About about) {
    spdlog::log(level_of(tone), "{}", text);
    std::erase_if(toasts_, [&](const Toast& toast) { return toast.text == text; });
    toasts_.push_back({tone, text, 0.0, about});
    toasts_.back().left = time_to_read(toasts_.back());
    if (toasts_.size() > most_at_once) toasts_.erase(toasts_.begin());
}

void Toasts::forget_scene() {
    std::erase_if(toasts_, [](const Toast& toast) { return toast.about == About::scene; });
}

void Toasts::age(double seconds) {
    for (Toast& toast : toasts_) toast.left -= seconds;
    std::erase_if(toasts_, [](const Toast& toast) { return toast.left <= 0.0; });
}

}  // namespace app
