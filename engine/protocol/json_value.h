// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct JsonMember;

/// A parsed JSON value. Numbers keep their text, so that what this version does not understand can be written
/// back unchanged.
struct JsonValue {
    enum class Kind { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    std::string text; ///< a string's content, a number's text, "true" or "false"
    std::vector<JsonValue> items;
    std::vector<JsonMember> members; ///< in the order of the document, each key once

    /// Null when there is no such member.
    const JsonValue* find(std::string_view key) const;
    JsonValue* find(std::string_view key);
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

struct JsonLimits {
    std::size_t bytes = 0;
    int depth = 64;               ///< of arrays and objects within each other
    std::size_t values = 1000000; ///< of any kind; each takes about 100 bytes of memory
};

/// Strict RFC 8259 plus: no duplicate keys, no more than the limits. Errors of the syntax name line and
/// column; errors of the content have the key of the place.
Result<JsonValue> parseJson(std::string_view text, JsonLimits limits);

/// On one line, without spaces.
std::string toText(const JsonValue& value);

/// Appends a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result always is.
void appendJsonString(std::string& out, std::string_view text);

/// Appends the shortest decimal that reads back as the same double; null for NaN and infinities.
void appendJsonNumber(std::string& out, double value);

/// Bytes of the UTF-8 sequence at the head of `text`; 0 when it is not one. Follows Unicode 15 table 3-7:
/// no surrogates, no overlong forms, nothing above U+10FFFF.
std::size_t utf8SequenceBytes(std::string_view text);

/// For error sentences: in double quotes, control characters replaced, cut to a length that a line can hold.
std::string quotedText(std::string_view text);

/// For error sentences: the value as JSON, cut; an object or array by its kind.
std::string foundText(const JsonValue& value);

/// "training.batch"; either part may be empty.
std::string joinKey(std::string_view path, std::string_view key);

} // namespace lockstep
