// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/json_rules.h"
#include "engine/protocol/json_value.h"
#include "engine/protocol/sentence.h"
#include "engine/protocol/topology.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct ShareSpec;

/// The writing twin of JsonReader: the same description of a struct, walked to make text.
class JsonWriter {
public:
    enum class Layout { OneLine, Indented };
    enum class Absent { Omit, WriteNull };

    JsonWriter(std::string& out, Layout layout, Absent absent = Absent::Omit, int level = 0)
        : m_out(out), m_layout(layout), m_absent(absent), m_level(level)
    {
        m_out += '{';
    }

    void text(std::string_view key, const std::string& value, TextRule)
    {
        begin(key);
        appendJsonString(m_out, value);
    }
    template <std::integral T>
    void integer(std::string_view key, T value, std::type_identity_t<T>, std::type_identity_t<T>)
    {
        begin(key);
        m_out += std::to_string(value);
    }
    template <std::integral T>
    void optionalInteger(std::string_view key, T value, std::type_identity_t<T>, std::type_identity_t<T>)
    {
        integer(key, value, 0, 0);
    }
    void number(std::string_view key, double value, NumberRange)
    {
        begin(key);
        appendJsonNumber(m_out, value);
    }
    void number(std::string_view key, const std::optional<double>& value, NumberRange range);
    void real(std::string_view key, double value);
    void boolean(std::string_view key, bool value)
    {
        begin(key);
        m_out += value ? "true" : "false";
    }
    template <typename E>
    void choice(std::string_view key, E value, const std::vector<E>&)
    {
        begin(key);
        appendJsonString(m_out, toString(value));
    }
    void texts(std::string_view key, const std::vector<std::string>& values, TextRule, std::size_t);
    void integers(std::string_view key, const std::vector<int>& values, int, int, std::size_t);
    void integers(std::string_view key, const std::vector<std::int64_t>& values, std::int64_t, std::int64_t,
                  std::size_t);
    void numbers(std::string_view key, const std::vector<double>& values, NumberRange, std::size_t);
    void devices(std::string_view key, const std::vector<Device>& values, std::size_t);
    void shares(std::string_view key, const ShareSpec& value, std::size_t);
    void arguments(std::string_view key, const std::vector<Sentence>& values);
    template <typename T>
    void object(std::string_view key, const T& value)
    {
        begin(key);
        nested(value, m_level + 1);
    }
    template <typename T>
    void list(std::string_view key, const std::vector<T>& values, std::size_t)
    {
        begin(key);
        m_out += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            m_out += i > 0 ? "," : "";
            newLine(m_level + 2);
            nested(values[i], m_level + 2);
        }
        if (!values.empty())
            newLine(m_level + 1);
        m_out += ']';
    }
    template <typename E>
    void optionalChoice(std::string_view key, E value, const std::vector<E>& values)
    {
        choice(key, value, values);
    }
    template <typename T>
    void optionalList(std::string_view key, const std::vector<T>& values, std::size_t maxCount)
    {
        list(key, values, maxCount);
    }
    void unknown(const UnknownFields& fields);

    bool reads() const { return false; }
    void finish();

private:
    void begin(std::string_view key);
    template <typename T, typename Append>
    void items(std::string_view key, const std::vector<T>& values, Append append);
    void newLine(int level);
    void append(const Sentence& argument);
    template <typename T>
    void nested(const T& value, int level)
    {
        JsonWriter writer(m_out, m_layout, m_absent, level);
        describe(writer, value);
        writer.finish();
    }

    std::string& m_out;
    Layout m_layout;
    Absent m_absent;
    int m_level;
    bool m_empty = true;
};

/// The struct on one line, for messages.
template <typename T>
std::string writeOneLine(const T& value)
{
    std::string out;
    JsonWriter writer(out, JsonWriter::Layout::OneLine);
    describe(writer, value);
    writer.finish();
    return out;
}

} // namespace lockstep
