// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// All that a file says now; empty where it cannot be read. Never throws for that: reading what proc(5) has
/// of another process fails where that process ends meanwhile (ESRCH), at which the iterators of
/// std::ifstream throw.
std::string textOfFile(const std::string& path);

} // namespace lockstep
