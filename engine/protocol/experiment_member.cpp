// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment_member.h"

#include "engine/protocol/experiment_description.h"
#include "engine/protocol/shares.h"
#include "engine/protocol/typed_value.h"

#include <stdexcept>

namespace lockstep {
namespace {

/// The key of a member on its way down a description.
class MemberKey {
public:
    explicit MemberKey(std::string_view key) : m_rest(key) {}

    /// Whether the member is meant; afterwards it counts as found.
    bool names(std::string_view member) { return m_rest == member && (m_isFound = true); }
    bool leadsInto(std::string_view object) const
    {
        return m_rest.size() > object.size() && m_rest.starts_with(object) && m_rest[object.size()] == '.';
    }
    /// Visits the members of an object that the key leads into.
    template <typename Visit>
    void enter(std::string_view object, Visit visit)
    {
        const std::string_view whole = m_rest;
        m_rest.remove_prefix(object.size() + 1);
        visit();
        m_rest = whole;
    }
    void requireFound() const
    {
        if (!m_isFound)
            throw std::invalid_argument("no member of the experiment document: " + std::string(m_rest));
    }

private:
    std::string_view m_rest;
    bool m_isFound = false;
};

/// Visits a description and hands what was typed to the one member that is meant, through the eyes of
/// JsonReader, so that a typed value and one of a file are held to the same limits in the same words.
class MemberEditor {
public:
    MemberEditor(std::string_view key, std::string_view typed) : m_key(key), m_typed(typed) {}

    void text(std::string_view key, std::string& value, TextRule rule)
    {
        if (m_key.names(key))
            read(key, typedText(m_typed), [&](JsonReader& reader) { reader.text(key, value, rule); });
    }
    template <std::integral T>
    void integer(std::string_view key, T& value, std::type_identity_t<T> low, std::type_identity_t<T> high)
    {
        if (m_key.names(key))
            read(key, typedValue(m_typed),
                 [&](JsonReader& reader) { reader.integer(key, value, low, high); });
    }
    void number(std::string_view key, double& value, NumberRange range)
    {
        if (m_key.names(key))
            read(key, typedValue(m_typed), [&](JsonReader& reader) { reader.number(key, value, range); });
    }
    void number(std::string_view key, std::optional<double>& value, NumberRange range)
    {
        if (!m_key.names(key))
            return;
        std::optional<double> next;
        if (!m_typed.empty())
            read(key, typedValue(m_typed), [&](JsonReader& reader) { reader.number(key, next, range); });
        if (!m_error)
            value = next;
    }
    void boolean(std::string_view key, bool& value)
    {
        if (m_key.names(key))
            read(key, typedValue(m_typed), [&](JsonReader& reader) { reader.boolean(key, value); });
    }
    template <typename E>
    void choice(std::string_view key, E& value, const std::vector<E>& values)
    {
        if (m_key.names(key))
            read(key, typedText(m_typed), [&](JsonReader& reader) { reader.choice(key, value, values); });
    }
    void numbers(std::string_view key, std::vector<double>& values, NumberRange range, std::size_t maxCount)
    {
        if (m_key.names(key))
            readList(key, typedList(m_typed), values, [&](JsonReader& reader, std::vector<double>& next) {
                reader.numbers(key, next, range, maxCount);
            });
    }
    void texts(std::string_view key, std::vector<std::string>& values, TextRule rule, std::size_t maxCount)
    {
        if (m_key.names(key))
            readList(key, typedTexts(m_typed), values,
                     [&](JsonReader& reader, std::vector<std::string>& next) {
                         reader.texts(key, next, rule, maxCount);
                     });
    }
    void devices(std::string_view key, std::vector<Device>& values, std::size_t maxCount)
    {
        if (!m_key.names(key))
            return;
        Result<JsonValue> typed = typedDevices(m_typed, joinKey(m_path, key));
        if (!typed)
            m_error = typed.error();
        else
            readList(key, std::move(*typed), values, [&](JsonReader& reader, std::vector<Device>& next) {
                reader.devices(key, next, maxCount);
            });
    }
    void shares(std::string_view key, ShareSpec& value, std::size_t maxCount)
    {
        if (m_key.names(key))
            read(key, typedShares(m_typed), [&](JsonReader& reader) { reader.shares(key, value, maxCount); });
    }
    template <typename T>
    void object(std::string_view key, T& value)
    {
        if (!m_key.leadsInto(key))
            return;
        m_key.enter(key, [&] {
            const std::string outer = std::exchange(m_path, joinKey(m_path, key));
            describe(*this, value);
            m_path = outer;
        });
    }
    template <typename T>
    void list(std::string_view, std::vector<T>&, std::size_t)
    {
    }
    void unknown(UnknownFields&) {}

    Result<void> result() const
    {
        m_key.requireFound();
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

private:
    template <typename Read>
    void read(std::string_view key, JsonValue typed, Read read)
    {
        JsonValue object{JsonValue::Kind::Object, {}, {}, {}};
        object.members.push_back({std::string(key), std::move(typed)});
        JsonReader reader(object, m_path, JsonReader::Missing::Refuse, m_error);
        read(reader);
    }
    /// A list is refused as a whole.
    template <typename T, typename Read>
    void readList(std::string_view key, JsonValue typed, std::vector<T>& values, Read readItems)
    {
        std::vector<T> next;
        read(key, std::move(typed), [&](JsonReader& reader) { readItems(reader, next); });
        if (!m_error)
            values = std::move(next);
    }

    MemberKey m_key;
    std::string_view m_typed;
    std::string m_path;
    std::optional<Error> m_error;
};

/// Visits a description and takes down the one member that is meant.
class MemberText {
public:
    explicit MemberText(std::string_view key) : m_key(key) {}

    void text(std::string_view key, const std::string& value, TextRule)
    {
        if (m_key.names(key))
            m_text = value;
    }
    template <std::integral T>
    void integer(std::string_view key, T value, std::type_identity_t<T>, std::type_identity_t<T>)
    {
        if (m_key.names(key))
            m_text = std::to_string(value);
    }
    void number(std::string_view key, const std::optional<double>& value, NumberRange)
    {
        if (m_key.names(key) && value)
            appendJsonNumber(m_text, *value);
    }
    void boolean(std::string_view key, bool value)
    {
        if (m_key.names(key))
            m_text = value ? "true" : "false";
    }
    template <typename E>
    void choice(std::string_view key, E value, const std::vector<E>&)
    {
        if (m_key.names(key))
            m_text = toString(value);
    }
    void numbers(std::string_view key, const std::vector<double>& values, NumberRange, std::size_t)
    {
        if (m_key.names(key))
            join(values, ", ", [this](double value) { appendJsonNumber(m_text, value); });
    }
    void texts(std::string_view key, const std::vector<std::string>& values, TextRule, std::size_t)
    {
        if (m_key.names(key))
            join(values, ", ", [this](const std::string& value) { m_text += value; });
    }
    void devices(std::string_view key, const std::vector<Device>& values, std::size_t)
    {
        if (m_key.names(key))
            join(values, ",", [this](Device device) { m_text += toString(device); });
    }
    void shares(std::string_view key, const ShareSpec& value, std::size_t)
    {
        if (!m_key.names(key))
            return;
        if (value.kind == ShareKind::ByRank)
            join(value.byRank, ", ", [this](int part) { m_text += std::to_string(part); });
        else
            m_text = value.kind == ShareKind::Auto ? kAutoShares : kEqualShares;
    }
    template <typename T>
    void object(std::string_view key, const T& value)
    {
        if (m_key.leadsInto(key))
            m_key.enter(key, [&] { describe(*this, value); });
    }
    template <typename T>
    void list(std::string_view, const std::vector<T>&, std::size_t)
    {
    }
    void unknown(const UnknownFields&) {}

    std::string result() const
    {
        m_key.requireFound();
        return m_text;
    }

private:
    template <typename T, typename Append>
    void join(const std::vector<T>& values, std::string_view between, Append append)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            m_text += i > 0 ? between : "";
            append(values[i]);
        }
    }

    MemberKey m_key;
    std::string m_text;
};

} // namespace

template <ExperimentPart Part>
Result<void> setMember(Part& part, std::string_view key, std::string_view typed)
{
    MemberEditor editor(key, typed);
    describe(editor, part);
    return editor.result();
}

template <ExperimentPart Part>
std::string memberText(const Part& part, std::string_view key)
{
    MemberText text(key);
    describe(text, part);
    return text.result();
}

template Result<void> setMember(Experiment&, std::string_view, std::string_view);
template Result<void> setMember(Host&, std::string_view, std::string_view);
template Result<void> setMember(Switch&, std::string_view, std::string_view);
template Result<void> setMember(Network&, std::string_view, std::string_view);
template Result<void> setMember(Link&, std::string_view, std::string_view);
template std::string memberText(const Experiment&, std::string_view);
template std::string memberText(const Host&, std::string_view);
template std::string memberText(const Switch&, std::string_view);
template std::string memberText(const Network&, std::string_view);
template std::string memberText(const Link&, std::string_view);

} // namespace lockstep
