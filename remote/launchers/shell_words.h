// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The word as a POSIX shell reads it back, whatever is in it: as it is where no character of it means
/// anything to a shell, else in single quotes. For texts that a person reads and runs; Lockstep itself hands
/// no shell what somebody typed.
std::string shellWord(std::string_view word);

/// A command line of these words.
std::string shellCommand(const std::vector<std::string>& words);

} // namespace lockstep
