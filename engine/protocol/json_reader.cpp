// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/json_reader.h"

#include "engine/protocol/experiment.h"
#include "engine/protocol/shares.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lockstep {
namespace {

constexpr std::size_t kMaxArgumentBytes = 64u << 10;
constexpr double kExactDouble = 9007199254740992.0; // 2^53

std::string numberText(double value)
{
    std::string text;
    appendJsonNumber(text, value);
    return text;
}

std::optional<double> parseDouble(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// Also takes "1e3" and "50.0", which other programs write for whole numbers.
template <typename T>
std::optional<T> parseWhole(const std::string& text)
{
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size())
        return value;
    const std::optional<double> real = parseDouble(text);
    if (!real || std::trunc(*real) != *real || std::abs(*real) > kExactDouble)
        return std::nullopt;
    const auto wide = static_cast<std::int64_t>(*real);
    if (!std::in_range<T>(wide))
        return std::nullopt;
    return static_cast<T>(wide);
}

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

} // namespace

JsonReader::JsonReader(const JsonValue& value, std::string path, Missing missing, std::optional<Error>& error)
    : m_value(value), m_path(std::move(path)), m_missing(missing), m_error(error)
{
    if (m_value.kind != JsonValue::Kind::Object)
        refuse({}, LOCKSTEP_TEXT("found %1, expected an object."), {foundText(m_value)});
}

void JsonReader::refuse(std::string_view key, std::string text, std::vector<Sentence> arguments)
{
    if (!m_error)
        m_error = Error{std::move(text), std::move(arguments), joinKey(m_path, key)};
}

const JsonValue* JsonReader::take(std::string_view key)
{
    if (m_error)
        return nullptr;
    m_known.emplace_back(key);
    const JsonValue* member = m_value.find(key);
    if (!member && m_missing == Missing::Refuse)
        refuse(key, LOCKSTEP_TEXT("found nothing, expected this member."), {});
    return member;
}

void JsonReader::text(std::string_view key, std::string& value, TextRule rule)
{
    const JsonValue* member = take(key);
    if (!member)
        return;
    checkText(key, *member, rule);
    if (!m_error)
        value = member->text;
}

void JsonReader::checkText(std::string_view key, const JsonValue& member, TextRule rule)
{
    const std::string& text = member.text;
    if (member.kind != JsonValue::Kind::String)
        refuse(key, LOCKSTEP_TEXT("found %1, expected text."), {foundText(member)});
    else if (text.size() > rule.maxBytes)
        refuse(key, LOCKSTEP_TEXT("found text of %1 bytes, expected at most %2."),
               {std::to_string(text.size()), std::to_string(rule.maxBytes)});
    else if (text.size() < rule.minBytes)
        refuse(key, LOCKSTEP_TEXT("found empty text, expected at least one character."), {});
    else if (text.find('\0') != std::string::npos)
        refuse(key, LOCKSTEP_TEXT("found a NUL character in %1, expected text without."), {quotedText(text)});
    else if (rule.form != TextRule::Form::Lines && std::any_of(text.begin(), text.end(), isControl))
        refuse(key, LOCKSTEP_TEXT("found a control character in %1, expected one line of text."),
               {quotedText(text)});
    else if (rule.form == TextRule::Form::Word && text.find(' ') != std::string::npos)
        refuse(key, LOCKSTEP_TEXT("found a blank in %1, expected text without."), {quotedText(text)});
    else if (rule.form == TextRule::Form::Word && text.starts_with('-'))
        refuse(key, LOCKSTEP_TEXT("found %1, expected text that does not begin with a hyphen."),
               {quotedText(text)});
}

template <typename T>
void JsonReader::readInteger(std::string_view key, const JsonValue& member, T& value, T low, T high)
{
    const std::optional<T> found =
        member.kind == JsonValue::Kind::Number ? parseWhole<T>(member.text) : std::nullopt;
    if (!found || *found < low || *found > high)
        refuse(key, LOCKSTEP_TEXT("found %1, expected a whole number from %2 to %3."),
               {foundText(member), std::to_string(low), std::to_string(high)});
    else
        value = *found;
}
template void JsonReader::readInteger(std::string_view, const JsonValue&, int&, int, int);
template void JsonReader::readInteger(std::string_view, const JsonValue&, std::int64_t&, std::int64_t,
                                      std::int64_t);
template void JsonReader::readInteger(std::string_view, const JsonValue&, std::uint64_t&, std::uint64_t,
                                      std::uint64_t);

double JsonReader::readNumber(std::string_view key, const JsonValue& member, NumberRange range)
{
    const std::optional<double> found =
        member.kind == JsonValue::Kind::Number ? parseDouble(member.text) : std::nullopt;
    const bool aboveLow =
        found && (range.ends == NumberRange::Ends::UpperOnly ? *found > range.low : *found >= range.low);
    const bool belowHigh =
        found && (range.ends == NumberRange::Ends::LowerOnly ? *found < range.high : *found <= range.high);
    if (aboveLow && belowHigh)
        return *found;
    const char* text = range.ends == NumberRange::Ends::Both
                           ? LOCKSTEP_TEXT("found %1, expected a number from %2 to %3.")
                       : range.ends == NumberRange::Ends::UpperOnly
                           ? LOCKSTEP_TEXT("found %1, expected a number above %2 and at most %3.")
                           : LOCKSTEP_TEXT("found %1, expected a number from %2 to below %3.");
    refuse(key, text, {foundText(member), numberText(range.low), numberText(range.high)});
    return 0;
}

void JsonReader::number(std::string_view key, double& value, NumberRange range)
{
    const JsonValue* member = take(key);
    if (!member)
        return;
    const double found = readNumber(key, *member, range);
    if (!m_error)
        value = found;
}

void JsonReader::number(std::string_view key, std::optional<double>& value, NumberRange range)
{
    if (!has(key)) {
        m_known.emplace_back(key);
        return;
    }
    const JsonValue* member = take(key);
    if (!member || member->kind == JsonValue::Kind::Null)
        return;
    const double found = readNumber(key, *member, range);
    if (!m_error)
        value = found;
}

void JsonReader::real(std::string_view key, double& value)
{
    using Limits = std::numeric_limits<double>;
    const JsonValue* member = take(key);
    if (!member)
        return;
    if (member->kind != JsonValue::Kind::String)
        value = readNumber(key, *member, {-Limits::max(), Limits::max()});
    else if (member->text == "nan")
        value = Limits::quiet_NaN();
    else if (member->text == "inf" || member->text == "-inf")
        value = member->text == "inf" ? Limits::infinity() : -Limits::infinity();
    else
        refuseChoice(key, member->text, "nan, inf, -inf");
}

void JsonReader::boolean(std::string_view key, bool& value)
{
    const JsonValue* member = take(key);
    if (!member)
        return;
    if (member->kind != JsonValue::Kind::Boolean)
        refuseChoice(key, member->text, "true, false");
    else
        value = member->text == "true";
}

std::optional<std::string_view> JsonReader::readName(std::string_view key, const JsonValue& member)
{
    checkText(key, member, {TextRule::Form::Lines, 1u << 16});
    return m_error ? std::nullopt : std::optional<std::string_view>(member.text);
}

void JsonReader::refuseChoice(std::string_view key, std::string_view found, const std::string& expected)
{
    refuse(key, LOCKSTEP_TEXT("found %1, expected one of: %2."), {quotedText(found), expected});
}

bool JsonReader::checkItems(std::string_view key, const JsonValue& member, std::size_t maxCount)
{
    if (member.kind != JsonValue::Kind::Array)
        refuse(key, LOCKSTEP_TEXT("found %1, expected a list."), {foundText(member)});
    else if (member.items.size() > maxCount)
        refuse(key, LOCKSTEP_TEXT("found a list of %1, expected at most %2."),
               {std::to_string(member.items.size()), std::to_string(maxCount)});
    return !m_error;
}

template <typename T, typename ReadItem>
void JsonReader::items(std::string_view key, std::vector<T>& values, std::size_t maxCount, ReadItem readItem)
{
    const JsonValue* member = take(key);
    if (!member || !checkItems(key, *member, maxCount))
        return;
    values.assign(member->items.size(), T{});
    for (std::size_t i = 0; i < values.size() && !m_error; ++i)
        readItem(joinKey(key, std::to_string(i)), member->items[i], values[i]);
}

void JsonReader::texts(std::string_view key, std::vector<std::string>& values, TextRule rule,
                       std::size_t maxCount)
{
    items(key, values, maxCount, [&](const std::string& item, const JsonValue& member, std::string& value) {
        checkText(item, member, rule);
        value = member.text;
    });
}

void JsonReader::integers(std::string_view key, std::vector<int>& values, int low, int high,
                          std::size_t maxCount)
{
    items(key, values, maxCount, [&](const std::string& item, const JsonValue& member, int& value) {
        readInteger(item, member, value, low, high);
    });
}

void JsonReader::integers(std::string_view key, std::vector<std::int64_t>& values, std::int64_t low,
                          std::int64_t high, std::size_t maxCount)
{
    items(key, values, maxCount, [&](const std::string& item, const JsonValue& member, std::int64_t& value) {
        readInteger(item, member, value, low, high);
    });
}

void JsonReader::numbers(std::string_view key, std::vector<double>& values, NumberRange range,
                         std::size_t maxCount)
{
    items(key, values, maxCount, [&](const std::string& item, const JsonValue& member, double& value) {
        value = readNumber(item, member, range);
    });
}

void JsonReader::devices(std::string_view key, std::vector<Device>& values, std::size_t maxCount)
{
    std::vector<std::string> names;
    if (!has(key) && m_missing == Missing::KeepDefault) {
        m_known.emplace_back(key);
        return;
    }
    texts(key, names, {TextRule::Form::Lines, 1u << 16}, maxCount);
    values.clear();
    for (std::size_t i = 0; i < names.size() && !m_error; ++i) {
        const Result<Device> device = parseDevice(names[i]);
        if (device.ok())
            values.push_back(*device);
        else
            refuse(joinKey(key, std::to_string(i)), device.error().text, device.error().arguments);
    }
}

void JsonReader::shares(std::string_view key, ShareSpec& value, std::size_t maxCount)
{
    constexpr int kMaxPart = 65536;
    const JsonValue* member = take(key);
    if (!member)
        return;
    if (member->kind == JsonValue::Kind::Array && !member->items.empty()) {
        std::vector<int> parts;
        integers(key, parts, 1, kMaxPart, maxCount);
        if (!m_error)
            value = {ShareKind::ByRank, std::move(parts)};
    } else if (member->kind == JsonValue::Kind::String && member->text == kEqualShares) {
        value = {};
    } else if (member->kind == JsonValue::Kind::String && member->text == kAutoShares) {
        value = {ShareKind::Auto, {}};
    } else {
        refuse(key,
               LOCKSTEP_TEXT("found %1, expected equal, auto or a list with a whole number for each rank."),
               {foundText(*member)});
    }
}

void JsonReader::arguments(std::string_view key, std::vector<Sentence>& values)
{
    m_known.emplace_back(key);
    if (const JsonValue* member = m_error ? nullptr : m_value.find(key))
        readArguments(key, *member, values, kMaxSentenceDepth);
}

void JsonReader::readArguments(std::string_view key, const JsonValue& member, std::vector<Sentence>& values,
                               int depth)
{
    if (!checkItems(key, member, depth > 0 ? kMaxSentenceArguments : 0))
        return;
    values.assign(member.items.size(), {});
    for (std::size_t i = 0; i < values.size() && !m_error; ++i) {
        const JsonValue& item = member.items[i];
        const std::string place = joinKey(key, std::to_string(i));
        const bool nested = item.kind == JsonValue::Kind::Object;
        const JsonValue* text = nested ? item.find("text") : &item;
        const JsonValue* inner = nested ? item.find("arguments") : nullptr;
        if (!text)
            return refuse(joinKey(place, "text"), LOCKSTEP_TEXT("found nothing, expected this member."), {});
        checkText(place, *text, {TextRule::Form::Lines, kMaxArgumentBytes});
        values[i].text = text->text;
        if (inner && !m_error)
            readArguments(joinKey(place, "arguments"), *inner, values[i].arguments, depth - 1);
    }
}

void JsonReader::unknown(UnknownFields& fields)
{
    for (const JsonMember& member : m_value.members)
        if (std::find(m_known.begin(), m_known.end(), member.key) == m_known.end())
            fields.emplace(member.key, toText(member.value));
}

} // namespace lockstep
