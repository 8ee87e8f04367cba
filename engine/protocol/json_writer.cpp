// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/json_writer.h"

#include "engine/protocol/experiment.h"
#include "engine/protocol/shares.h"

#include <array>
#include <charconv>
#include <cmath>

namespace lockstep {
namespace {

constexpr std::size_t kMaxQuotedBytes = 60;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

bool isContinuation(char c, unsigned low = 0x80, unsigned high = 0xBF)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= low && byte <= high;
}

void appendEscaped(std::string& out, char c)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        out += "\\u00";
        out += kHex[static_cast<unsigned char>(c) >> 4];
        out += kHex[static_cast<unsigned char>(c) & 15];
    }
}

} // namespace

std::size_t utf8SequenceBytes(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return text.size() >= 2 && isContinuation(text[1]) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : 0xBF;
        return text.size() >= 3 && isContinuation(text[1], low, high) && isContinuation(text[2]) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
        const bool whole = text.size() >= 4 && isContinuation(text[1], low, high) &&
                           isContinuation(text[2]) && isContinuation(text[3]);
        return whole ? 4 : 0;
    }
    return 0;
}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    while (!text.empty()) {
        const char c = text[0];
        const std::size_t bytes = utf8SequenceBytes(text);
        if (bytes == 0)
            out += kReplacement;
        else if (bytes == 1 && (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7F))
            appendEscaped(out, c);
        else
            out += text.substr(0, bytes);
        text.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    out += '"';
}

void appendJsonNumber(std::string& out, double value)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    std::array<char, 32> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), result.ptr);
}

std::string quotedText(std::string_view text)
{
    std::string out = "\"";
    for (std::string_view rest = text; !rest.empty();) {
        if (out.size() > kMaxQuotedBytes) {
            out += "...";
            break;
        }
        const std::size_t bytes = utf8SequenceBytes(rest);
        const bool visible = bytes > 1 || (bytes == 1 && rest[0] >= 0x20 && rest[0] != 0x7F);
        out += visible ? rest.substr(0, bytes) : std::string_view("?");
        rest.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    return out + "\"";
}

std::string foundText(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Object:
        return LOCKSTEP_TEXT("an object");
    case JsonValue::Kind::Array:
        return LOCKSTEP_TEXT("a list");
    case JsonValue::Kind::Null:
        return LOCKSTEP_TEXT("nothing");
    case JsonValue::Kind::String:
        return quotedText(value.text);
    default:
        return value.text.size() <= kMaxQuotedBytes ? value.text
                                                    : value.text.substr(0, kMaxQuotedBytes) + "...";
    }
}

std::string joinKey(std::string_view path, std::string_view key)
{
    std::string joined(path);
    if (!path.empty() && !key.empty())
        joined += '.';
    return joined += key;
}

void JsonWriter::number(std::string_view key, const std::optional<double>& value, NumberRange range)
{
    if (value) {
        number(key, *value, range);
    } else if (m_absent == Absent::WriteNull) {
        begin(key);
        m_out += "null";
    }
}

void JsonWriter::real(std::string_view key, double value)
{
    begin(key);
    if (std::isfinite(value))
        appendJsonNumber(m_out, value);
    else
        m_out += std::isnan(value) ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"";
}

template <typename T, typename Append>
void JsonWriter::items(std::string_view key, const std::vector<T>& values, Append append)
{
    begin(key);
    m_out += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        m_out += i == 0 ? "" : m_layout == Layout::Indented ? ", " : ",";
        append(values[i]);
    }
    m_out += ']';
}

void JsonWriter::texts(std::string_view key, const std::vector<std::string>& values, TextRule, std::size_t)
{
    items(key, values, [this](const std::string& value) { appendJsonString(m_out, value); });
}

void JsonWriter::integers(std::string_view key, const std::vector<int>& values, int, int, std::size_t)
{
    items(key, values, [this](int value) { m_out += std::to_string(value); });
}

void JsonWriter::integers(std::string_view key, const std::vector<std::int64_t>& values, std::int64_t,
                          std::int64_t, std::size_t)
{
    items(key, values, [this](std::int64_t value) { m_out += std::to_string(value); });
}

void JsonWriter::numbers(std::string_view key, const std::vector<double>& values, NumberRange, std::size_t)
{
    items(key, values, [this](double value) { appendJsonNumber(m_out, value); });
}

void JsonWriter::devices(std::string_view key, const std::vector<Device>& values, std::size_t limit)
{
    std::vector<std::string> names;
    names.reserve(values.size());
    for (const Device device : values)
        names.push_back(toString(device));
    texts(key, names, {}, limit);
}

void JsonWriter::shares(std::string_view key, const ShareSpec& value, std::size_t limit)
{
    if (value.kind == ShareKind::ByRank)
        return integers(key, value.byRank, 0, 0, limit);
    begin(key);
    appendJsonString(m_out, value.kind == ShareKind::Auto ? kAutoShares : kEqualShares);
}

void JsonWriter::arguments(std::string_view key, const std::vector<Sentence>& values)
{
    items(key, values, [this](const Sentence& value) { append(shallow(value, kMaxSentenceDepth - 1)); });
}

void JsonWriter::append(const Sentence& argument)
{
    if (argument.arguments.empty())
        return appendJsonString(m_out, argument.text);
    JsonWriter writer(m_out, Layout::OneLine);
    writer.text("text", argument.text, {});
    writer.arguments("arguments", argument.arguments);
    writer.finish();
}

void JsonWriter::unknown(const UnknownFields& fields)
{
    for (const auto& [key, value] : fields) {
        begin(key);
        m_out += value;
    }
}

void JsonWriter::finish()
{
    if (!m_empty)
        newLine(m_level);
    m_out += '}';
}

void JsonWriter::begin(std::string_view key)
{
    m_out += m_empty ? "" : ",";
    m_empty = false;
    newLine(m_level + 1);
    appendJsonString(m_out, key);
    m_out += m_layout == Layout::Indented ? ": " : ":";
}

void JsonWriter::newLine(int level)
{
    if (m_layout == Layout::Indented) {
        m_out += '\n';
        m_out.append(static_cast<std::size_t>(level) * 2, ' ');
    }
}

} // namespace lockstep
