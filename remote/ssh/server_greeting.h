// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/waiting.h"

namespace lockstep {

/// What an SSH server does first with a connection.
enum class Greeting {
    Speaks,     ///< or says nothing so far
    TurnsAway,  ///< it says that it has too many log-ins on their way, or wants no more from here for a while
    HangsUp,    ///< without a word, as older servers turn away, and as a gate does behind which nobody is yet
    Interrupted ///< nobody wants to know any more
};

/// Waits for the first bytes, which stay unread (RFC 4253, 4.2: a server introduces itself unasked).
Greeting awaitGreeting(int socket, Deadline deadline, const WakeFlag& interrupt);

} // namespace lockstep
