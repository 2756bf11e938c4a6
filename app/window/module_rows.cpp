#include "app/window/module_rows.hpp"

#include <algorithm>

#include "app/window/widgets.hpp"

namespace app {
namespace {

template <class Value>
bool reset(Value& value, Value usual) {
    if (!ImGui::IsItemClicked(ImGuiMouseButton_Right) || value == usual) return false;
    value = usual;
    return true;
}

}  // namespace

std::string module_help(std::string_view summary, std::string_view good_at, std::string_view bad_at) {
    std::string text(summary);
    if (!good_at.empty()) text += "\n\nGood at: " + std::string(good_at);
    if (!bad_at.empty()) text += "\nBad at: " + std::string(bad_at);
    return text;
}

bool reset_by_right_click(std::uint32_t& value, std::uint32_t usual) { return reset(value, usual); }
bool reset_by_right_click(int& value, int usual) { return reset(value, usual); }

void whose_counters(const std::string& ran, const std::string& chosen, const char* marked) {
    if (ran.empty() || ran == chosen) return;
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("These are of %s; %s comes with the next step.", ran.c_str(), chosen.c_str());
    ImGui::PopTextWrapPos();
    mark(marked);
}

bool table_size_row(std::uint32_t& size, std::uint32_t usual, const sim::FieldInfo& field, const char* unit,
                    const char* marked) {
    // The slider ends where tables stop to make sense; typing reaches further.
    constexpr std::uint32_t least = 0, most = 1u << 22;
    label("Table size", size != usual);
    const std::string format = std::string("%u ") + unit;
    bool changed = ImGui::SliderScalar("##table-size", ImGuiDataType_U32, &size, &least, &most,
                                       size == 0 ? "automatic" : format.c_str(), ImGuiSliderFlags_Logarithmic);
    size = std::min(size, static_cast<std::uint32_t>(field.max));
    changed |= reset_by_right_click(size, usual);
    mark(marked);
    explain(field.help + "\n\nCtrl+click to type, right-click for the scene's.");
    return changed;
}

}  // namespace app
