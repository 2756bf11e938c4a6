// JSON as a tree whose every key and value knows where it stood. nlohmann-json reads the text and decides what is
// JSON; its own tree forgets positions, hence this one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/text_cursor.hpp"

namespace sim {

enum class JsonType { null, flag, number, text, list, object };

struct JsonNode {
    JsonType type = JsonType::null;
    Place place;
    std::string key;  // when it belongs to an object
    Place key_place;
    bool flag = false;
    double number = 0.0;
    std::string text;                // of a text; of a number, as it was written
    std::vector<JsonNode> children;  // of a list or an object, in order

    /// The child with that key, or null.
    [[nodiscard]] const JsonNode* find(std::string_view wanted) const noexcept;
    [[nodiscard]] JsonNode* find(std::string_view wanted) noexcept;
};

/// Something wrong with a scene: where, and what would do instead.
struct Complaint {
    Place place;
    std::string message;
};

/// Objects and lists within each other; more than this is refused, for no scene needs it.
inline constexpr std::size_t deepest_json = 64;

/// Adds to `complaints`: one when the text is no JSON, and then there is no tree; one for each key given twice.
[[nodiscard]] std::optional<JsonNode> parse_json(std::string_view text, std::vector<Complaint>& complaints);

/// "text", "a number", …: for messages.
[[nodiscard]] std::string_view name_of(JsonType type) noexcept;

}  // namespace sim
