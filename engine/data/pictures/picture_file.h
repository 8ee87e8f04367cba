// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Fills `bytes` with a regular file of at most 256 MiB. Throws DamagedSample naming it.
void readPictureFile(const std::string& path, std::vector<std::uint8_t>& bytes);

/// Whether a file name ends in .jpg, .jpeg or .png, in any case.
bool namesPicture(std::string_view name);

} // namespace lockstep
