// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

/// What reader and writer of zip archives share (PKWARE APPNOTE 6.3.10).
namespace lockstep {

inline constexpr std::string_view kLocalHeader = "PK\3\4";
inline constexpr std::string_view kDirectoryEntry = "PK\1\2";
inline constexpr std::string_view kDirectoryEnd = "PK\5\6";
inline constexpr std::string_view kZip64End = "PK\6\6";
inline constexpr std::string_view kZip64Locator = "PK\6\7";
inline constexpr std::uint64_t kLocalBytes = 30;      ///< of a local header without its name and extra field
inline constexpr std::uint32_t kInZip64 = 0xFFFFFFFF; ///< the true number stands in the zip64 field
inline constexpr std::uint16_t kZip64Field = 1;

} // namespace lockstep
