// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// A line of JSON that proves itself: `{...,"crc":N}` where N is the CRC-32C of the bytes before `,"crc"`.
/// Journals and checkpoint manifests are made of such lines.
namespace lockstep {

/// Closes an object that was begun at `start` of `out` and still lacks its brace; no newline.
void appendChecksum(std::string& out, std::size_t start);

/// Checks a line without its newline. Returns nullptr and the object without checksum and brace, or else a
/// marked sentence that says what is wrong.
const char* checkLine(std::string_view line, std::string_view& content);

} // namespace lockstep
