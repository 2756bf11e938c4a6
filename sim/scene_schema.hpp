// The scene format as a JSON schema, for editors that complete keys and underline mistakes.
#pragma once

#include <string>

namespace sim {

/// JSON Schema draft 2020-12, written from scene_fields(). scenes/schema.json is this text:
/// `weir list schema > scenes/schema.json` renews it.
[[nodiscard]] std::string scene_schema_json();

}  // namespace sim
