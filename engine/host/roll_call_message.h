// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/roster.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// What supervisors tell each other before an attempt of an elastic run.
struct RollCallMessage {
    enum class Kind {
        Here,    ///< the sender could make the next attempt, and is in touch with `hosts`
        Decided, ///< from the lowest host: `hosts` make this attempt
    };
    Kind kind = Kind::Here;
    int attempt = 1;    ///< Here: the next one as far as the sender knows
    std::string resume; ///< SubmitRequest::resume of that attempt
    Roster hosts;
    bool operator==(const RollCallMessage&) const = default;
};
std::string toJson(const RollCallMessage& message);
/// Nothing: it has not the form of one.
std::optional<RollCallMessage> parseRollCallMessage(std::string_view json);

} // namespace lockstep
