// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

/// Steps [from, to) of a rank, as its journal holds them.
void appendSteps(std::string& text, std::int64_t from, std::int64_t to);

/// A run below this folder whose ranks have written so many records in all; nothing when the disk does not
/// take it.
std::optional<RunFolder> writtenRun(const QString& runs, std::int64_t records, int ranks);

} // namespace lockstep
