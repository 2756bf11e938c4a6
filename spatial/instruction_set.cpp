#include "spatial/instruction_set.hpp"

#include <stdexcept>
#include <string>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/instruction_set.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
const char* name_of_target() { return hwy::TargetName(HWY_TARGET); }
}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(name_of_target);

namespace {

/// One bit a target, lower bits are better. Asked once, before use_instruction_set can narrow the answer.
std::int64_t shared_targets() {
    static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    return targets;
}

/// Calls f(bit) from the best to the least.
template <class F>
void for_each_target(F f) {
    for (std::int64_t left = shared_targets(); left != 0; left &= left - 1) f(left & -left);
}

}  // namespace

std::string_view instruction_set() { return HWY_DYNAMIC_DISPATCH(name_of_target)(); }

std::vector<std::string_view> instruction_sets() {
    std::vector<std::string_view> names;
    for_each_target([&](std::int64_t target) { names.emplace_back(hwy::TargetName(target)); });
    return names;
}

void use_instruction_set(std::string_view name) {
    std::int64_t chosen = name.empty() ? shared_targets() : 0;
    std::string known;
    for_each_target([&](std::int64_t target) {
        if (name == hwy::TargetName(target)) chosen = target;
        known += (known.empty() ? "" : ", ") + std::string(hwy::TargetName(target));
    });
    if (chosen == 0)
        throw std::invalid_argument("this machine has no instruction set '" + std::string(name) +
                                    "'; there are: " + known);
    hwy::SetSupportedTargetsForTest(chosen);
    hwy::GetChosenTarget().Update(chosen);
}

}  // namespace spatial
#endif
