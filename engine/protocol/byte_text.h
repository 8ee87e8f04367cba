// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

/// How many bytes, as people are told everywhere: "812 B", "79.5 KiB", "5.37 MiB", "44.6 MiB", "1.20 TiB".
/// Three digits, and powers of 1024: what a GPU has and what a run wants are in them anyway, and two systems
/// in one sentence cannot be compared. Only the rates of a network are decimal, as links are sold.
std::string byteText(std::int64_t bytes);

} // namespace lockstep
