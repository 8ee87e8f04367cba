// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/sentence.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep {

/// What went wrong, kept apart from its wording so that the window can say it in the reader's language.
///
/// `text` and `arguments` are those of a Sentence, which says what was found, what was expected and, where
/// there is one, the way out. An argument may be a marked text itself ("a whole number from 1 to 65535") or
/// another error, told within this one.
struct Error {
    std::string text;
    std::vector<Sentence> arguments;
    /// The place that the error is about: a key of a document ("training.batch"), else empty.
    std::string key;

    /// The English sentence with every place filled. An error about a key begins with it.
    std::string message() const { return Sentence(*this).english(); }

    bool operator==(const Error&) const = default;
};

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
