// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/verdict.h"
#include "engine/protocol/attach_messages.h"

#include <string>

/// How a run goes on by itself after an attempt that ended in an error.
namespace lockstep {

class HostFolder;

/// Whether another attempt can end better. It cannot where the experiment or its data are to blame, for it
/// would meet the same.
bool isWorthAnother(const Cause& cause);

/// What the attempt after this one begins with. A checkpoint that a person chose stays the beginning until
/// the attempt has saved one of its own: only then is the newest one of its line. REQUIRES: the attempt has
/// ended.
std::string resumeAfter(const SubmitRequest& request, const HostFolder& folder);

/// The secret of a further attempt, which every supervisor finds by itself: HKDF-SHA256 of the first one's,
/// with the run and the number. Whoever knows it knows none of the others. Both hexadecimal.
std::string tokenOfAttempt(const std::string& firstToken, const std::string& run, int attempt);

} // namespace lockstep
