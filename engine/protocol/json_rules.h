// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

/// Structs become JSON and back by one description each, `describe(visitor, struct)`, which names every
/// member once with its limits. JsonReader and JsonWriter are the visitors; these are the limits.
namespace lockstep {

/// Matches T and const T, for describe() that serves the reader and the writer.
template <typename T, typename Struct>
concept Describes = std::same_as<std::remove_const_t<T>, Struct>;

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

/// What a text may be. Text never holds NUL.
struct TextRule {
    enum class Form {
        Lines, ///< anything
        Line,  ///< no control characters
        Word,  ///< besides: no blanks, and no '-' at its head, so that no program takes it for an option
    };
    Form form = Form::Line;
    std::size_t maxBytes = 256;
    std::size_t minBytes = 0;
};

struct NumberRange {
    enum class Ends { Both, UpperOnly, LowerOnly }; ///< which ends belong to the range
    double low = 0;
    double high = 0;
    Ends ends = Ends::Both;
};

} // namespace lockstep
