// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/strategy.h"
#include "engine/distributed/wire.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

/// What crosses between a rank and a server, as it lies in memory (little-endian, see wire.h): a request and
/// its payload, then a reply and its payload. A rank asks all servers at once, those that have nothing to do
/// with it too, so that all its links count alike; each server answers a rank's requests one by one.
namespace lockstep {

enum class RequestKind : std::uint32_t {
    Pass,   ///< it is for another server; no reply
    Gather, ///< payload: this rank's bytes; reply: those of all ranks, by rank. Waits for all
    Start,  ///< payload: of rank 0 what the training starts from; reply: the slice's weights. Waits for all
    Push,   ///< payload: the slice's gradients; reply: its weights
    Norm,   ///< the same of gradients that are to be clipped; reply: square sums of its units. Waits for all
    Update, ///< after Norm, by `scale`; reply: the slice's weights. Waits for all
    Settle, ///< reply: the slice's weights. Waits for all
    State,  ///< by rank 0; reply: the optimiser's state of the slice
    End     ///< the rank leaves; no reply
};
constexpr RequestKind kLastRequestKind = RequestKind::End;

/// What stands for a rank that is lost among gathered bytes.
enum class LostRank : std::uint32_t {
    Nothing,
    Zeros,
    Agrees ///< the bytes of the first that is left
};

struct Request {
    RequestKind kind = RequestKind::Pass;
    LostRank lost = LostRank::Nothing; ///< Gather
    std::uint64_t bytes = 0;           ///< of the payload
    std::int64_t step = 0;             ///< of the training: Start (that comes next), Push, Norm
    double learningRate = 0;           ///< Push, Update
    double scale = 1;                  ///< Push, Update: of the gradients; Push by 0: they are of no sample
    StepVotes votes;                   ///< Push, Norm, Settle
};
static_assert(sizeof(Request) == 64 && std::is_trivially_copyable_v<Request>);

struct Reply {
    std::int64_t staleness = 0; ///< Push: see Strategy::StepEnd
    std::int64_t stopAfter =
        -1; ///< Push: the steps after which all settle, for somebody wants to stop; -1: none
    std::int64_t updates = 0; ///< State: made by the optimiser
    StepVotes votes;          ///< Push, Norm, Settle: of all ranks
};
static_assert(sizeof(Reply) == 48 && std::is_trivially_copyable_v<Reply>);

/// The slots of the two messages of each direction, see Messenger.
constexpr std::uint64_t kHeadSlot = 0;
constexpr std::uint64_t kPayloadSlot = 1;

/// How requests are known to the messengers on both ends.
constexpr CollectiveId requestId(std::uint32_t sequence)
{
    return {CollectiveKind::Request, 0, sequence, std::numeric_limits<std::int64_t>::max()};
}

} // namespace lockstep
