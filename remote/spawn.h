// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace lockstep {

/// Starts a program in a session of its own, apart from our terminal, whose Ctrl-C is not for it, with the
/// signals as a program expects them. Each pair puts one of our descriptors in the place of one of its
/// standard streams, from 0 to 2; those that are not named stay ours, and nothing else is inherited. Returns
/// 0 with `process`, or an errno. posix_spawn(3).
int spawnApart(const std::string& program, const std::vector<std::string>& arguments,
               const std::vector<std::pair<int, int>>& streams, pid_t& process);

} // namespace lockstep
