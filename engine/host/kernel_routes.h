// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The prefixes of each interface ("10.1.0.0/16") in the text of /proc/net/route: those of ways that are up
/// and not meant to refuse. Of several ways to one prefix the one with the lowest metric counts, as for the
/// kernel.
std::map<std::string, std::vector<std::string>> kernelRoutes(std::string_view table);

} // namespace lockstep
