// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockstep {

/// The words that start this engine again, to be followed by a subcommand. A bundled engine runs through its
/// own loader (`LIB/ld-linux-x86-64.so.2 --library-path LIB ENGINE ...`); then these are absolute forms of
/// the same words. REQUIRES: the first call is made before the working directory changes. Throws EngineError
/// when the engine's file cannot be found.
const std::vector<std::string>& selfCommand();

/// The part of selfCommand() that can be tested: `executable` is what /proc/self/exe points to, `words` those
/// of /proc/self/cmdline, `folder` the working directory.
std::vector<std::string> selfCommandFrom(const std::string& executable, const std::vector<std::string>& words,
                                         const std::string& folder);

} // namespace lockstep
