// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/json_value.h"

#include <string_view>

/// What a person typed, as the JSON value that it stands for in a document.
namespace lockstep {

/// A text, whatever it looks like.
JsonValue typedText(std::string_view typed);

/// A number, a boolean or any other JSON value; what is none of them is a text.
JsonValue typedValue(std::string_view typed);

/// A list, whose brackets may be left out: "0.5, 0.5".
JsonValue typedList(std::string_view typed);

/// A list of names, whose brackets and quotes may be left out: "features.6, classifier.1".
JsonValue typedTexts(std::string_view typed);

/// The name of a rule for shares, or a list of parts whose brackets may be left out: "3, 1".
JsonValue typedShares(std::string_view typed);

/// The devices of a host, in the words of parseDevices() or as a JSON list. An error is about `key`.
Result<JsonValue> typedDevices(std::string_view typed, std::string_view key);

} // namespace lockstep
