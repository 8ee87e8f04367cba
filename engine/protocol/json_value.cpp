// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/json_value.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>

namespace lockstep {
namespace {

constexpr int kNumberOverflow = 406; // nlohmann's id of that exception

/// Receives nlohmann's events and builds the tree; a false answer stops the parser.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(std::string_view text, JsonLimits limits) : m_text(text), m_limits(limits) {}

    bool null() override { return add({JsonValue::Kind::Null, "null", {}, {}}); }
    bool boolean(bool value) override
    {
        return add({JsonValue::Kind::Boolean, value ? "true" : "false", {}, {}});
    }
    bool number_integer(number_integer_t value) override { return addNumber(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return addNumber(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return addNumber(text); }
    bool string(string_t& value) override { return add({JsonValue::Kind::String, value, {}, {}}); }
    bool binary(binary_t&) override { return false; } // JSON text has none
    bool start_object(std::size_t) override { return open(JsonValue::Kind::Object); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::Array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override;
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& exception) override;

    std::optional<Error> error;
    JsonValue root;

private:
    struct Frame {
        JsonValue* container;
        std::unordered_set<std::string> keys;
    };

    bool addNumber(std::string text) { return add({JsonValue::Kind::Number, std::move(text), {}, {}}); }
    bool add(JsonValue value) { return place(std::move(value)) != nullptr; }
    /// Null when there are too many.
    JsonValue* place(JsonValue value);
    bool open(JsonValue::Kind kind);
    bool close()
    {
        m_frames.pop_back();
        return true;
    }
    std::string path() const;

    std::string_view m_text;
    JsonLimits m_limits;
    std::size_t m_values = 0;
    std::vector<Frame> m_frames; // an open container is the last of its parent, so the pointers stay valid
};

JsonValue* TreeBuilder::place(JsonValue value)
{
    if (++m_values > m_limits.values) {
        error = Error{LOCKSTEP_TEXT("found more than %1 values, expected fewer."),
                      {std::to_string(m_limits.values)},
                      {}};
        return nullptr;
    }
    if (m_frames.empty()) {
        root = std::move(value);
        return &root;
    }
    JsonValue& parent = *m_frames.back().container;
    if (parent.kind == JsonValue::Kind::Array)
        return &parent.items.emplace_back(std::move(value));
    parent.members.back().value = std::move(value);
    return &parent.members.back().value;
}

bool TreeBuilder::open(JsonValue::Kind kind)
{
    if (static_cast<int>(m_frames.size()) >= m_limits.depth) {
        error =
            Error{LOCKSTEP_TEXT("found more than %1 objects and lists within each other, expected fewer."),
                  {std::to_string(m_limits.depth)},
                  {}};
        return false;
    }
    JsonValue* container = place({kind, {}, {}, {}});
    if (!container)
        return false;
    m_frames.push_back({container, {}});
    return true;
}

bool TreeBuilder::key(string_t& key)
{
    if (!m_frames.back().keys.insert(key).second) {
        error = Error{LOCKSTEP_TEXT("found this key twice, expected it once."), {}, joinKey(path(), key)};
        return false;
    }
    m_frames.back().container->members.push_back({key, {}});
    return true;
}

std::string TreeBuilder::path() const
{
    std::string joined;
    for (std::size_t i = 0; i + 1 < m_frames.size(); ++i) {
        const JsonValue& container = *m_frames[i].container;
        joined = container.kind == JsonValue::Kind::Array
                     ? joinKey(joined, std::to_string(container.items.size() - 1))
                     : joinKey(joined, container.members.back().key);
    }
    return joined;
}

bool TreeBuilder::parse_error(std::size_t position, const std::string& token,
                              const nlohmann::json::exception& exception)
{
    const std::string_view before =
        m_text.substr(0, std::min(position > 0 ? position - 1 : 0, m_text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 == 0
    const std::string found =
        exception.id == kNumberOverflow ? token : std::string(m_text.substr(before.size(), 12));
    const std::vector<Sentence> place = {std::to_string(line), std::to_string(before.size() - lineStart + 1),
                                         quotedText(found)};
    if (exception.id == kNumberOverflow)
        error = Error{LOCKSTEP_TEXT("Line %1, column %2: the number %3 is too large."), place, {}};
    else if (position > m_text.size())
        error = Error{LOCKSTEP_TEXT("Line %1, column %2: the text ends too early to be JSON."), place, {}};
    else
        error = Error{LOCKSTEP_TEXT("Line %1, column %2: found %3, which is not JSON there."), place, {}};
    return false;
}

void appendValue(std::string& out, const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
    case JsonValue::Kind::Boolean:
    case JsonValue::Kind::Number:
        out += value.kind == JsonValue::Kind::Null ? "null" : value.text;
        break;
    case JsonValue::Kind::String:
        appendJsonString(out, value.text);
        break;
    case JsonValue::Kind::Array:
        out += '[';
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            out += i > 0 ? "," : "";
            appendValue(out, value.items[i]);
        }
        out += ']';
        break;
    case JsonValue::Kind::Object:
        out += '{';
        for (std::size_t i = 0; i < value.members.size(); ++i) {
            out += i > 0 ? "," : "";
            appendJsonString(out, value.members[i].key);
            out += ':';
            appendValue(out, value.members[i].value);
        }
        out += '}';
        break;
    }
}

} // namespace

const JsonValue* JsonValue::find(std::string_view key) const
{
    const auto member =
        std::find_if(members.begin(), members.end(), [key](const JsonMember& m) { return m.key == key; });
    return member == members.end() ? nullptr : &member->value;
}

JsonValue* JsonValue::find(std::string_view key)
{
    return const_cast<JsonValue*>(std::as_const(*this).find(key));
}

Result<JsonValue> parseJson(std::string_view text, JsonLimits limits)
{
    if (text.size() > limits.bytes)
        return Error{LOCKSTEP_TEXT("The text has %1 bytes, expected at most %2."),
                     {std::to_string(text.size()), std::to_string(limits.bytes)},
                     {}};
    TreeBuilder builder(text, limits);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
        return builder.error.value_or(Error{LOCKSTEP_TEXT("The text is not JSON."), {}, {}});
    return std::move(builder.root);
}

std::string toText(const JsonValue& value)
{
    std::string out;
    appendValue(out, value);
    return out;
}

} // namespace lockstep
