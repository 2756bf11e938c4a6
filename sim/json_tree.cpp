#include "sim/json_tree.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/json_mistake.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

/// Follows nlohmann's parser with a cursor of its own. The parser says what comes next; between two of its events
/// stand only blanks, commas and colons, so the next thing in the text is where that was.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(std::string_view text, std::vector<Complaint>& complaints) : progress_{text}, complaints_(complaints) {}

    std::optional<JsonNode> take_root() { return std::move(root_); }

    bool null() override { return add(JsonType::null); }
    bool boolean(bool value) override {
        return add(JsonType::flag, [&](JsonNode& node) { node.flag = value; });
    }
    bool number_integer(number_integer_t value) override { return add_number(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add_number(static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t&) override { return add_number(value); }
    bool string(string_t& value) override {
        return add(JsonType::text, [&](JsonNode& node) { node.text = std::move(value); });
    }
    bool binary(binary_t&) override { return false; }  // other formats have it, JSON text does not

    bool start_object(std::size_t) override { return open(JsonType::object); }
    bool start_array(std::size_t) override { return open(JsonType::list); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        key_place_ = next_token();
        progress_.last = ParseProgress::Last::key;
        key_ = std::move(name);
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
        complaints_.push_back(explain_mistake(progress_));
        return false;
    }

private:
    /// Where the token stands that the parser has just read; the cursor is behind it then.
    Place next_token() {
        progress_.cursor.skip(" \t\r\n,:");
        progress_.last_place = progress_.cursor.place();
        progress_.last_token = progress_.cursor.skip_token();
        return progress_.last_place;
    }

    JsonNode make_node(JsonType type) {
        JsonNode node;
        node.type = type;
        node.place = next_token();
        node.key = std::exchange(key_, {});
        node.key_place = key_place_;
        return node;
    }

    template <class SetValue>
    bool add(JsonType type, SetValue set_value) {
        JsonNode node = make_node(type);
        set_value(node);
        return attach(std::move(node));
    }
    bool add(JsonType type) {
        return add(type, [](JsonNode&) {});
    }
    bool add_number(double value) {
        return add(JsonType::number, [&](JsonNode& node) {
            node.number = value;
            node.text = progress_.last_token;
        });
    }

    bool open(JsonType type) {
        open_.push_back(make_node(type));
        progress_.open.push_back({type, open_.back().place});
        progress_.last = ParseProgress::Last::opened;
        if (open_.size() <= deepest_json) return true;
        complaints_.push_back({open_.back().place, "more than " + std::to_string(deepest_json) +
                                                       " lists and objects within each other; a scene has about four"});
        return false;
    }

    bool close() {
        next_token();
        JsonNode node = std::move(open_.back());
        if (node.type == JsonType::object) complain_of_twins(node);
        open_.pop_back();
        progress_.open.pop_back();
        return attach(std::move(node));
    }

    /// By sorting: an object with very many keys is nonsense, but must not take minutes to be called that.
    void complain_of_twins(const JsonNode& object) {
        std::vector<const JsonNode*> by_key;
        for (const JsonNode& child : object.children) by_key.push_back(&child);
        std::ranges::stable_sort(by_key, {}, &JsonNode::key);
        for (std::size_t i = 1; i < by_key.size(); ++i) {
            if (by_key[i]->key != by_key[i - 1]->key) continue;
            complaints_.push_back({by_key[i]->key_place, in_quotes(by_key[i]->key) + " is given twice; before this " +
                                                             at(by_key[i - 1]->key_place)});
        }
    }

    bool attach(JsonNode node) {
        progress_.last = ParseProgress::Last::value;
        if (open_.empty()) {
            root_ = std::move(node);
        } else {
            open_.back().children.push_back(std::move(node));
        }
        return true;
    }

    ParseProgress progress_;
    std::vector<JsonNode> open_;
    std::string key_;
    Place key_place_;
    std::optional<JsonNode> root_;
    std::vector<Complaint>& complaints_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view wanted) const noexcept {
    const auto found = std::ranges::find(children, wanted, &JsonNode::key);
    return found == children.end() ? nullptr : &*found;
}

JsonNode* JsonNode::find(std::string_view wanted) noexcept {
    return const_cast<JsonNode*>(std::as_const(*this).find(wanted));
}

std::optional<JsonNode> parse_json(std::string_view text, std::vector<Complaint>& complaints) {
    if (std::optional<Complaint> foreign = explain_encoding(text)) {
        complaints.push_back(std::move(*foreign));
        return std::nullopt;
    }
    TreeBuilder builder(text, complaints);
    if (!nlohmann::json::sax_parse(text, &builder)) return std::nullopt;
    return builder.take_root();
}

std::string_view name_of(JsonType type) noexcept {
    constexpr std::array<std::string_view, 6> names = {"null", "true or false", "a number",
                                                       "text", "a list",        "an object"};
    return names[static_cast<std::size_t>(type)];
}

}  // namespace sim
