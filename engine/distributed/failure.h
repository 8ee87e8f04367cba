// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/wire.h"
#include "engine/protocol/exit_code.h"
#include "engine/protocol/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Why a group ended. The first rank that notices tells the others, so that all report the same cause.
///
/// It is a symptom, not a verdict: a cut cable makes both of its ends accuse each other.
struct Failure {
    enum class Kind : std::uint8_t {
        Closed,    ///< the culprit's connection ended without a farewell
        Broken,    ///< the network reported an error; detail: which
        Silent,    ///< nothing was heard of the culprit; detail: for how long
        TimedOut,  ///< no byte moved; detail: for how long
        Aborted,   ///< the culprit called abort(); detail: its reason
        OutOfStep, ///< the culprit is in another collective
        BadFrame,  ///< the culprit sent what cannot be; detail: what
        Left,      ///< the culprit left in order, but too early
        Broke,     ///< the culprit's own collective ended in an exception; detail: which
        Circle,    ///< no byte moved, and those that wait do so for one another; detail: who for whom
        BrokenOff, ///< the culprit was asked to stop, and the others with it
        Forged,    ///< what came from the culprit is not what it sealed; detail: which record
    };
    static constexpr Kind kLastKind = Kind::Forged;
    Kind kind = Kind::Closed;
    int culprit = 0; ///< of a circle -1: there is none
    int finder = 0;
    CollectiveId mine;   ///< the finder's collective
    CollectiveId theirs; ///< OutOfStep: the culprit's
    std::string detail;  ///< at most 200 bytes, printable
};

/// The sentence for people, naming culprit, finder and collective.
Error toError(const Failure& failure);
/// The same between ranks and servers, which count as members from number `ranks` on; what the finder was
/// doing is no collective then, and stays unsaid.
Error toError(const Failure& failure, int ranks);
/// "rank 2", "server 1".
Sentence memberName(int member, int ranks);
ExitCode exitCodeOf(const Failure& failure);

/// "3.0": for a detail.
std::string decimalSeconds(std::chrono::duration<double> time);

/// The payload of a Fail frame, and back. Nothing when it is damaged.
std::string encode(const Failure& failure);
std::optional<Failure> parseFailure(std::string_view payload, int worldSize);

} // namespace lockstep
