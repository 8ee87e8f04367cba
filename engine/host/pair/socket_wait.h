// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"

#include <poll.h>

namespace lockstep {

/// Waits until the socket is ready for `events`, which a broken one is as well; false when the deadline comes
/// first. Throws EngineError(Stopped) when `cancel` becomes readable; -1: never.
bool awaitSocket(int socket, short events, int cancel, Clock::time_point deadline);

} // namespace lockstep
