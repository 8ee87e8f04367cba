// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// The machine's own name.
std::string hostName();
/// $HOME, else the home of the user's account. Throws EngineError when there is neither.
std::string homeFolder();
/// This machine's end of the SSH connection that the process was started through; empty without one.
std::string sshServerAddress();

} // namespace lockstep
