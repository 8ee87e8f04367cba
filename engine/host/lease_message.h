// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/verdict.h"
#include "engine/protocol/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// What supervisors of one attempt tell each other.
struct LeaseMessage {
    enum class Kind {
        Done,    ///< all ranks of that host have succeeded
        Failed,  ///< that host's verdict, in `cause`
        Stop,    ///< a person asked that host to stop the run, with `graceSeconds`
        Ended,   ///< no rank of that host is left; its connection may close now
        Restart, ///< from the lead host, after all have ended: they make another attempt
        Lost, ///< made here: the host fell silent, or what came from there was not its own; why, in `cause`
        Gone, ///< made here: its connection closed, so its supervisor is no more; `cause` says the same
    };
    Kind kind = Kind::Done;
    int host = 0; ///< that sent it or was lost; not part of the message itself
    Cause cause;
    double graceSeconds = 0;
    bool operator==(const LeaseMessage&) const = default;
};
std::string toJson(const LeaseMessage& message);
Result<LeaseMessage> parseLeaseMessage(std::string_view json);

} // namespace lockstep
