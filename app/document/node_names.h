// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Splits at the commas that stand outside of square brackets.
std::vector<std::string_view> splitNodeList(std::string_view list);

/// The names that an expression of Slurm's stands for, in its order, as `scontrol show hostnames` prints
/// them: "gpu[01-03,07]" is gpu01, gpu02, gpu03 and gpu07, "r[0-1]n[0-1]" is r0n0, r0n1, r1n0 and r1n1. A
/// name without brackets stands for itself. An error where a bracket is not closed, where a range is none,
/// and where there would be more than kMaxHosts. (slurm.conf(5), NodeName)
Result<std::vector<std::string>> expandNodeNames(std::string_view expression);

} // namespace lockstep
