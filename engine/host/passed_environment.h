// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What a rank inherits of the environment that SSH gave its supervisor: a written list (FORMAT.md, section
/// 4), for what else stands there, an agent's socket or somebody's tokens, is none of its business.
bool isPassedOn(std::string_view name);

/// The entries ("NAME=value") of this process that are passed on, but those that `added` replaces, and
/// `added`.
std::vector<std::string> passedEnvironment(const std::vector<std::string>& added);

} // namespace lockstep
