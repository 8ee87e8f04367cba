// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Marks an English text for translation and yields it unchanged. The desktop looks it up in the
/// context "Error"; the engine, which has no Qt, prints it as it is.
#define LOCKSTEP_TEXT(text) text

namespace lockstep {

/// What went wrong, kept apart from its wording so that the window can say it in the reader's language.
///
/// `text` is a constant sentence marked with LOCKSTEP_TEXT, holding %1 ... %9; `arguments` fill them and may
/// themselves be marked texts ("a whole number from 1 to 65535"). The sentence says what was found, what
/// was expected and, where there is one, the way out.
struct Error {
    std::string text;
    std::vector<std::string> arguments;
    /// The place that the error is about: a key of a document ("training.batch"), else empty.
    std::string key;

    /// The English sentence with every placeholder filled. An error about a key begins with it.
    std::string message() const;

    bool operator==(const Error&) const = default;
};

/// Replaces %1 ... %9 in `text` by `arguments`; a placeholder without an argument stays as it is.
std::string fillPlaceholders(std::string_view text, const std::vector<std::string>& arguments);

/// A value, or the reason why there is none. Asking for the one that is not there is a programming error
/// (std::bad_variant_access).
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { return std::get<0>(m_state); }
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)), m_ok(false) {}

    bool ok() const { return m_ok; }
    explicit operator bool() const { return m_ok; }
    const Error& error() const { return m_error; }

private:
    Error m_error;
    bool m_ok = true;
};

} // namespace lockstep
