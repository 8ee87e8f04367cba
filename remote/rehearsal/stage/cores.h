// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lockstep {

/// The numbers that the kernel has for cores named as in StageOrder::input: "0 2" are the first and the third
/// of those that this process may use, nothing is all of them.
std::vector<int> coresNamed(const std::string& text);

/// From now on this process and its children compute with these cores; none: with those as before.
void keepToCores(const std::vector<int>& cores);

} // namespace lockstep
