// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockstep {

/// Of a checkpoint's manifest (FORMAT.md, section 5), in bytes; a longer one is damaged.
inline constexpr std::size_t kMaxManifestBytes = 1u << 20;

} // namespace lockstep
