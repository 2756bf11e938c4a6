// Says in one plain line why a text is not JSON: what stands where, and what would do instead.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/json_tree.hpp"

namespace sim {

/// How far a parser came before it gave up.
struct ParseProgress {
    explicit ParseProgress(std::string_view text) : cursor(text) {}

    struct Container {
        JsonType type;  // list or object
        Place place;
    };
    enum class Last { nothing, opened, key, value };

    TextCursor cursor;            // behind the last token that was good
    Last last = Last::nothing;    // what that token was
    Place last_place;             // where it began
    std::string_view last_token;  // as it was written
    std::vector<Container> open;  // not closed yet, the innermost last
};

/// The mistake that comes next in the text.
[[nodiscard]] Complaint explain_mistake(const ParseProgress& progress);

/// A text that is not plain UTF-8 from its first byte on.
[[nodiscard]] std::optional<Complaint> explain_encoding(std::string_view text);

}  // namespace sim
