// PLY: a header in words that describes elements (vertex, face, …) with their properties, then the values of all
// elements in that order, as words or as bytes (Turk, "The PLY Polygon File Format", 1994).
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>

#include "app/commands/points_text.hpp"
#include "app/commands/usage.hpp"

namespace app {

namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct TypeName {
    std::string_view name;
    Type type;
};
constexpr TypeName type_names[] = {
    {"char", Type::int8},     {"int8", Type::int8},       {"uchar", Type::uint8},    {"uint8", Type::uint8},
    {"short", Type::int16},   {"int16", Type::int16},     {"ushort", Type::uint16},  {"uint16", Type::uint16},
    {"int", Type::int32},     {"int32", Type::int32},     {"uint", Type::uint32},    {"uint32", Type::uint32},
    {"float", Type::float32}, {"float32", Type::float32}, {"double", Type::float64}, {"float64", Type::float64},
};

constexpr std::size_t size_of(Type type) noexcept {
    constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

struct Property {
    Type type;
    std::optional<Type> count_type;     // of a list
    std::optional<std::size_t> column;  // a place in point_columns: wanted
};

struct Element {
    std::string name;
    std::uint64_t count = 0;
    std::vector<Property> properties;
};

enum class Format { ascii, little_endian, big_endian };

struct Header {
    Format format = Format::ascii;
    std::vector<Element> elements;
    std::size_t lines = 1;  // with the line "ply"
};

void split(std::string_view line, std::vector<std::string_view>& words) {
    words.clear();
    while (!(line = trimmed(line)).empty()) {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

class HeaderReader {
public:
    HeaderReader(Lines& lines, const std::string& name) : lines_(lines), name_(name) {}

    Header read() {
        bool format_known = false;
        std::vector<std::string_view> words;
        while (lines_.more()) {
            split(lines_.next(), words);
            const std::string_view keyword = words.empty() ? std::string_view{} : words[0];
            if (keyword == "end_header") {
                if (!format_known)
                    fail("there is no line 'format ascii 1.0' or 'format binary_little_endian 1.0' above");
                header_.lines = line();
                return std::move(header_);
            }
            if (keyword == "format" && words.size() == 3) {
                header_.format = format(words[1]);
                format_known = true;
            } else if (keyword == "element" && words.size() == 3) {
                header_.elements.push_back({std::string(words[1]), count(words[2]), {}});
            } else if (keyword == "property" && words.size() == 3) {
                add_property({type(words[1]), std::nullopt, point_column(words[2])});
            } else if (keyword == "property" && words.size() == 5 && words[1] == "list") {
                const Type count_type = type(words[2]);
                if (count_type == Type::float32 || count_type == Type::float64)
                    fail("the length of a list is no whole number");
                add_property({type(words[3]), count_type, std::nullopt});
            } else if (keyword != "comment" && keyword != "obj_info") {
                fail("'" + std::string(keyword) + "' is no line of a PLY header; a header ends with 'end_header'");
            }
        }
        fail("the header has no end; it ends with the line 'end_header'");
    }

private:
    [[nodiscard]] std::size_t line() const { return lines_.number() + 1; }
    [[noreturn]] void fail(const std::string& message) const { fail_at(name_, line(), message); }

    Format format(std::string_view word) const {
        if (word == "ascii") return Format::ascii;
        if (word == "binary_little_endian") return Format::little_endian;
        if (word == "binary_big_endian") return Format::big_endian;
        fail("unknown format '" + std::string(word) + "'; there are: ascii, binary_little_endian, binary_big_endian");
    }
    Type type(std::string_view word) const {
        const auto found = std::ranges::find(type_names, word, &TypeName::name);
        if (found == std::end(type_names)) fail("unknown type '" + std::string(word) + "'");
        return found->type;
    }
    std::uint64_t count(std::string_view word) const {
        std::uint64_t value = 0;
        const std::from_chars_result end = std::from_chars(word.data(), word.data() + word.size(), value);
        if (end.ec != std::errc{} || end.ptr != word.data() + word.size())
            fail("'" + std::string(word) + "' is no number of elements");
        return value;
    }
    void add_property(Property property) {
        if (header_.elements.empty()) fail("a property without an element above it");
        Element& element = header_.elements.back();
        if (element.name == "vertex" && property.column &&
            std::ranges::any_of(element.properties, [&](const Property& p) { return p.column == property.column; }))
            fail("property '" + std::string(point_columns[*property.column]) + "' is there twice");
        element.properties.push_back(property);
    }

    Lines& lines_;
    const std::string& name_;
    Header header_;
};

/// Values as words, an element a line.
class AsciiValues {
public:
    AsciiValues(Lines lines, const std::string& name) : lines_(lines), name_(name) {}

    void begin(const Element& element, std::uint64_t number) {
        if (!lines_.more())
            fail_at(name_, line() + 1,
                    "the file ends after " + std::to_string(number) + " of " + std::to_string(element.count) +
                        " elements '" + element.name + "'");
        split(lines_.next(), words_);
        next_ = 0;
    }
    double value(Type) {
        const std::string_view word = next_word();
        const std::optional<double> number = number_in(word);
        if (!number) fail("'" + std::string(word.substr(0, 40)) + "' is not a number");
        return *number;
    }
    std::uint64_t list_length(Type) {
        const std::string_view word = next_word();
        std::uint64_t length = 0;
        const std::from_chars_result end = std::from_chars(word.data(), word.data() + word.size(), length);
        if (end.ec != std::errc{} || end.ptr != word.data() + word.size())
            fail("'" + std::string(word.substr(0, 40)) + "' is no length of a list");
        return length;
    }
    void skip(std::uint64_t values, Type) {
        if (values > words_.size() - next_) too_few();
        next_ += values;
    }
    void end() {
        if (next_ != words_.size()) fail("more values than the header names: " + std::to_string(words_.size()));
    }
    [[noreturn]] void fail(const std::string& message) const { fail_at(name_, line(), message); }

private:
    [[nodiscard]] std::size_t line() const { return lines_.number() + 1; }
    [[noreturn]] void too_few() const { fail("fewer values than the header names: " + std::to_string(words_.size())); }
    std::string_view next_word() {
        if (next_ == words_.size()) too_few();
        return words_[next_++];
    }

    Lines lines_;
    const std::string& name_;
    std::vector<std::string_view> words_;
    std::size_t next_ = 0;
};

/// Values as bytes, one behind the other, without gaps.
class BinaryValues {
public:
    BinaryValues(std::string_view bytes, bool swap, const std::string& name)
        : bytes_(bytes), swap_(swap), name_(name) {}

    void begin(const Element& element, std::uint64_t number) { element_ = &element, number_ = number; }
    double value(Type type) {
        const std::string_view bytes = take(1, size_of(type));
        switch (type) {
            case Type::int8:
                return as<std::int8_t>(bytes);
            case Type::uint8:
                return as<std::uint8_t>(bytes);
            case Type::int16:
                return as<std::int16_t>(bytes);
            case Type::uint16:
                return as<std::uint16_t>(bytes);
            case Type::int32:
                return as<std::int32_t>(bytes);
            case Type::uint32:
                return as<std::uint32_t>(bytes);
            case Type::float32:
                return static_cast<double>(as<float>(bytes));
            case Type::float64:
                return as<double>(bytes);
        }
        return 0.0;
    }
    std::uint64_t list_length(Type type) {
        const double length = value(type);
        if (length < 0.0) fail("a list of " + std::to_string(length) + " values");
        return static_cast<std::uint64_t>(length);
    }
    void skip(std::uint64_t values, Type type) { take(values, size_of(type)); }
    void end() const noexcept {}
    [[noreturn]] void fail(const std::string& message) const {
        throw UsageError(name_ + ": " + element_->name + " " + std::to_string(number_) + ": " + message);
    }

private:
    std::string_view take(std::uint64_t values, std::size_t size) {
        if (values > bytes_.size() / size)
            fail("the file ends here, where the header names " + std::to_string(element_->count) + " such elements");
        const std::string_view taken = bytes_.substr(0, values * size);
        bytes_.remove_prefix(taken.size());
        return taken;
    }
    template <class T>
    T as(std::string_view bytes) const {
        char copy[sizeof(T)];
        std::memcpy(copy, bytes.data(), sizeof(T));
        if (swap_) std::reverse(copy, copy + sizeof(T));
        return std::bit_cast<T>(copy);
    }

    std::string_view bytes_;
    bool swap_;
    const std::string& name_;
    const Element* element_ = nullptr;
    std::uint64_t number_ = 0;
};

template <class Values>
void read_element(const Element& element, Values& values, ExactPoints* points) {
    for (std::uint64_t number = 0; number < element.count && !element.properties.empty(); ++number) {
        values.begin(element, number);
        for (const Property& property : element.properties) {
            if (property.count_type) {
                values.skip(values.list_length(*property.count_type), property.type);
            } else if (points != nullptr && property.column) {
                const double value = values.value(property.type);
                if (const std::string_view wrong = objection(value, *property.column); !wrong.empty())
                    values.fail(std::string(point_columns[*property.column]) + " is " + std::string(wrong));
                (*points)[*property.column].push_back(value);
            } else {
                values.skip(1, property.type);
            }
        }
        values.end();
    }
}

template <class Values>
ExactPoints read_elements(const Header& header, const Element& vertices, Values values, std::size_t bytes) {
    ExactPoints points;
    for (const Element& element : header.elements) {
        if (&element != &vertices) {
            read_element(element, values, nullptr);
            continue;
        }
        // The count is only a claim: a point takes two bytes at least.
        const std::size_t likely = std::min<std::uint64_t>(element.count, bytes / 2);
        for (const Property& property : element.properties)
            if (property.column) points[*property.column].reserve(likely);
        read_element(element, values, &points);
        break;  // what comes behind the vertices does not matter
    }
    return points;
}

}  // namespace

ExactPoints parse_ply_points(std::string_view text, const std::string& name) {
    Lines lines(text);
    const Header header = HeaderReader(lines, name).read();
    const auto vertices = std::ranges::find(header.elements, "vertex", &Element::name);
    if (vertices == header.elements.end()) fail_at(name, header.lines, "the header names no element 'vertex'");
    for (std::size_t column = 0; column < reach_column; ++column)
        if (std::ranges::none_of(vertices->properties, [&](const Property& p) { return p.column == column; }))
            fail_at(name, header.lines,
                    "the header names no property '" + std::string(point_columns[column]) + "' of vertex");

    const std::size_t bytes = lines.rest().size();
    if (header.format == Format::ascii) return read_elements(header, *vertices, AsciiValues(lines, name), bytes);
    constexpr bool we_are_little = std::endian::native == std::endian::little;
    const bool swap = (header.format == Format::little_endian) != we_are_little;
    return read_elements(header, *vertices, BinaryValues(lines.rest(), swap, name), bytes);
}

}  // namespace app
