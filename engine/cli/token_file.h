// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// The token of processes that no supervisor introduces: 64 hexadecimal digits, and white space behind them,
/// in a file that its owner alone may read. Throws EngineError(Usage) for any other file, and says how one is
/// made; never tells what is in it. Returns the digits.
std::string readTokenFile(const std::string& path);

} // namespace lockstep
