// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/distributed/socket.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

/// Every deadline of the host part is on this clock; the wall clock is for display only.
using Clock = std::chrono::steady_clock;

/// Whether the read or the write that failed is worth another poll.
bool isTransient(int errorNumber);
void setNonBlocking(int descriptor);
/// Non-blocking, close-on-exec pipe: {read end, write end}.
std::pair<Descriptor, Descriptor> makePipe();
/// No crash of this process or of its children puts their memory, and the secrets in it, on a disk: neither
/// as a file nor through a program that collects such.
void forbidCoreDumps();

/// A system call failed on a file or folder: says which, and how to mend the usual reasons (full disk,
/// missing permission).
EngineError fileError(const std::string& path, int errorNumber);
/// The same for everything that is no file; `action` completes "Cannot ...", as in "start a rank".
EngineError systemError(const std::string& action, int errorNumber);
/// A refusal in one plain sentence.
EngineError refusal(std::string text, std::vector<Sentence> arguments = {});

} // namespace lockstep
