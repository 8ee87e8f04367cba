// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/activity.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

/// What travels between ranks once their connections are proven: frames of a 40-byte header and a payload.
/// All numbers are little-endian.
///
/// Integrity: a frame carries no signature. TCP's checksum guards against accidents; the length and the place
/// of every message are checked against the collective it belongs to, and a mismatch ends the group with a
/// named error. Whoever can rewrite packets between two hosts is kept out where frames travel in sealed
/// records (record_cipher.h), and only there.
namespace lockstep {

static_assert(std::endian::native == std::endian::little, "frames are written as they lie in memory");

enum class CollectiveKind : std::uint8_t {
    None,
    AllReduceFloat,
    AllReduceDouble,
    Broadcast,
    AllGather,
    Barrier,
    AllToAll,
    Request ///< between a rank and its servers alone
};
constexpr CollectiveKind kLastCollectiveKind = CollectiveKind::Request;

/// One call of a collective: what all ranks must agree on. None: between collectives, `sequence` is the last
/// one.
struct CollectiveId {
    CollectiveKind kind = CollectiveKind::None;
    std::uint16_t root = 0;
    std::uint32_t sequence = 0;
    std::uint64_t bytes = 0; ///< per rank, or what a host passes on for its ranks; no message has more
    bool operator==(const CollectiveId&) const = default;
};
/// A marked text: "all-reduce", "barrier".
std::string toString(CollectiveKind kind);

struct FrameHeader {
    enum class Type : std::uint8_t {
        Data = 1, ///< a message of a collective
        Beat = 2, ///< I live; what I do stands in the header, see Beat
        Bye = 3,  ///< I leave in order and send no more
        Fail = 4, ///< the group has ended; the payload says why
    };

    std::uint32_t magic = 0;
    Type type = Type::Data;
    CollectiveKind kind = CollectiveKind::None;
    std::uint16_t root = 0;
    std::uint32_t sequence = 0;
    std::int16_t waitingOn = -1;            ///< of a beat
    Activity activity = Activity::Training; ///< of a beat
    std::uint8_t reserved = 0;
    std::uint64_t slot = 0;   ///< of a message: the place it is for; of a beat: bytes moved
    std::uint64_t bytes = 0;  ///< of the collective
    std::uint64_t length = 0; ///< of the payload

    CollectiveId collective() const { return {kind, root, sequence, bytes}; }
};
static_assert(sizeof(FrameHeader) == 40);

constexpr std::uint32_t kFrameMagic = 0x4b434f4c; // "LOCK"
/// A Fail payload is at most this long; Data is bounded by the receive it must fit.
constexpr std::size_t kMaxFailBytes = 512;

/// What a rank tells of itself twice a second.
struct Beat {
    CollectiveId collective;                ///< kind None: it is outside collectives
    Activity activity = Activity::Training; ///< what it does there
    int waitingOn = -1;                     ///< the rank that it waits for, -1: none
    std::uint64_t moved = 0;                ///< bytes of messages that it has sent and received so far
};
FrameHeader makeHeader(const Beat& beat);
Beat beatOf(const FrameHeader& header);

FrameHeader makeHeader(FrameHeader::Type type, const CollectiveId& collective);
/// Empty when the header is one that we could have sent, else what is wrong with it.
std::string whatIsWrong(const FrameHeader& header, int worldSize);

} // namespace lockstep
