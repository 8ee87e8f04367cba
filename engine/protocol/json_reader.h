// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/json_rules.h"
#include "engine/protocol/json_value.h"
#include "engine/protocol/sentence.h"
#include "engine/protocol/topology.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockstep {

struct ShareSpec;

/// Reads the members of one object. The first error is kept; after it nothing is read any more.
class JsonReader {
public:
    enum class Missing { KeepDefault, Refuse };

    /// `value` and `error` outlive the reader; `path` is the key of `value` in its document.
    JsonReader(const JsonValue& value, std::string path, Missing missing, std::optional<Error>& error);

    void text(std::string_view key, std::string& value, TextRule rule);
    template <std::integral T>
    void integer(std::string_view key, T& value, std::type_identity_t<T> low, std::type_identity_t<T> high)
    {
        if (const JsonValue* member = take(key))
            readInteger(key, *member, value, low, high);
    }
    /// These may be absent in any document.
    template <std::integral T>
    void optionalInteger(std::string_view key, T& value, std::type_identity_t<T> low,
                         std::type_identity_t<T> high)
    {
        if (has(key))
            integer(key, value, low, high);
        else
            m_known.emplace_back(key);
    }
    template <typename E>
    void optionalChoice(std::string_view key, E& value, const std::vector<E>& values)
    {
        if (has(key))
            choice(key, value, values);
        else
            m_known.emplace_back(key);
    }
    template <typename T>
    void optionalList(std::string_view key, std::vector<T>& values, std::size_t maxCount)
    {
        if (has(key))
            list(key, values, maxCount);
        else
            m_known.emplace_back(key);
    }
    void number(std::string_view key, double& value, NumberRange range);
    /// Absent or null: no value.
    void number(std::string_view key, std::optional<double>& value, NumberRange range);
    /// Any double; NaN and the infinities are the texts "nan", "inf", "-inf".
    void real(std::string_view key, double& value);
    void boolean(std::string_view key, bool& value);
    /// Takes the names that toString() gives to `values`.
    template <typename E>
    void choice(std::string_view key, E& value, const std::vector<E>& values);
    void texts(std::string_view key, std::vector<std::string>& values, TextRule rule, std::size_t maxCount);
    void integers(std::string_view key, std::vector<int>& values, int low, int high, std::size_t maxCount);
    void integers(std::string_view key, std::vector<std::int64_t>& values, std::int64_t low,
                  std::int64_t high, std::size_t maxCount);
    void numbers(std::string_view key, std::vector<double>& values, NumberRange range, std::size_t maxCount);
    void devices(std::string_view key, std::vector<Device>& values, std::size_t maxCount);
    /// The name of a rule, or a list of parts by rank.
    void shares(std::string_view key, ShareSpec& value, std::size_t maxCount);
    /// What fills the places of a sentence: texts, or objects with a text and arguments of their own. May be
    /// absent in any document.
    void arguments(std::string_view key, std::vector<Sentence>& values);
    template <typename T>
    void object(std::string_view key, T& value)
    {
        if (const JsonValue* member = take(key)) {
            JsonReader reader(*member, joinKey(m_path, key), m_missing, m_error);
            describe(reader, value);
        }
    }
    template <typename T>
    void list(std::string_view key, std::vector<T>& values, std::size_t maxCount);
    /// Everything that was not asked for before.
    void unknown(UnknownFields& fields);

    bool reads() const { return true; }
    bool has(std::string_view key) const { return m_value.find(key) != nullptr; }
    /// Records an error about a member, unless there is one already.
    void refuse(std::string_view key, std::string text, std::vector<Sentence> arguments);

private:
    const JsonValue* take(std::string_view key);
    template <typename T, typename ReadItem>
    void items(std::string_view key, std::vector<T>& values, std::size_t maxCount, ReadItem readItem);
    bool checkItems(std::string_view key, const JsonValue& member, std::size_t maxCount);
    void checkText(std::string_view key, const JsonValue& member, TextRule rule);
    void readArguments(std::string_view key, const JsonValue& member, std::vector<Sentence>& values,
                       int depth);
    double readNumber(std::string_view key, const JsonValue& member, NumberRange range);
    std::optional<std::string_view> readName(std::string_view key, const JsonValue& member);
    template <typename T>
    void readInteger(std::string_view key, const JsonValue& member, T& value, T low, T high);
    void refuseChoice(std::string_view key, std::string_view found, const std::string& expected);

    const JsonValue& m_value;
    std::string m_path;
    Missing m_missing;
    std::optional<Error>& m_error;
    std::vector<std::string> m_known;
};

template <typename E>
void JsonReader::choice(std::string_view key, E& value, const std::vector<E>& values)
{
    const JsonValue* member = take(key);
    const auto name = member ? readName(key, *member) : std::nullopt;
    if (!name)
        return;
    std::string expected;
    for (const E candidate : values) {
        if (toString(candidate) == *name) {
            value = candidate;
            return;
        }
        expected += (expected.empty() ? "" : ", ") + std::string(toString(candidate));
    }
    refuseChoice(key, *name, expected);
}

template <typename T>
void JsonReader::list(std::string_view key, std::vector<T>& values, std::size_t maxCount)
{
    const JsonValue* member = take(key);
    if (!member || !checkItems(key, *member, maxCount))
        return;
    values.assign(member->items.size(), T{});
    for (std::size_t i = 0; i < values.size() && !m_error; ++i) {
        JsonReader reader(member->items[i], joinKey(joinKey(m_path, key), std::to_string(i)), m_missing,
                          m_error);
        describe(reader, values[i]);
    }
}

/// A whole message: size, syntax, then its members.
template <typename T>
Result<T> readMessage(std::string_view json, JsonLimits limits)
{
    Result<JsonValue> document = parseJson(json, limits);
    if (!document.ok())
        return document.error();
    T message;
    std::optional<Error> error;
    JsonReader reader(*document, {}, JsonReader::Missing::Refuse, error);
    describe(reader, message);
    if (error)
        return *error;
    return message;
}
template <typename T>
Result<T> readMessage(std::string_view json, std::size_t maxBytes)
{
    return readMessage<T>(json, JsonLimits{maxBytes});
}

} // namespace lockstep
