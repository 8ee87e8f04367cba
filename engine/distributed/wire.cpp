// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/wire.h"

#include "engine/protocol/result.h"

namespace lockstep {

std::string toString(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::None:
        break;
    case CollectiveKind::AllReduceFloat:
        return LOCKSTEP_TEXT("all-reduce");
    case CollectiveKind::AllReduceDouble:
        return LOCKSTEP_TEXT("all-reduce in double precision");
    case CollectiveKind::Broadcast:
        return LOCKSTEP_TEXT("broadcast");
    case CollectiveKind::AllGather:
        return LOCKSTEP_TEXT("all-gather");
    case CollectiveKind::Barrier:
        return LOCKSTEP_TEXT("barrier");
    case CollectiveKind::AllToAll:
        return LOCKSTEP_TEXT("all-to-all");
    case CollectiveKind::Request:
        return LOCKSTEP_TEXT("request to a server");
    }
    return LOCKSTEP_TEXT("which is over");
}

FrameHeader makeHeader(FrameHeader::Type type, const CollectiveId& collective)
{
    FrameHeader header;
    header.magic = kFrameMagic;
    header.type = type;
    header.kind = collective.kind;
    header.root = collective.root;
    header.sequence = collective.sequence;
    header.bytes = collective.bytes;
    return header;
}

FrameHeader makeHeader(const Beat& beat)
{
    FrameHeader header = makeHeader(FrameHeader::Type::Beat, beat.collective);
    header.activity = beat.activity;
    header.waitingOn = static_cast<std::int16_t>(beat.waitingOn);
    header.slot = beat.moved;
    return header;
}

Beat beatOf(const FrameHeader& header)
{
    return {header.collective(), header.activity, header.waitingOn, header.slot};
}

std::string whatIsWrong(const FrameHeader& header, int worldSize)
{
    if (header.magic != kFrameMagic)
        return LOCKSTEP_TEXT("a frame without its mark");
    if (header.type < FrameHeader::Type::Data || header.type > FrameHeader::Type::Fail ||
        header.kind > kLastCollectiveKind || header.activity > kLastActivity)
        return LOCKSTEP_TEXT("a frame of unknown kind");
    if (header.root >= worldSize || header.waitingOn < -1 || header.waitingOn >= worldSize)
        return LOCKSTEP_TEXT("a frame that names a rank that is none");
    const bool isData = header.type == FrameHeader::Type::Data;
    if (isData && (header.kind == CollectiveKind::None || header.length > header.bytes))
        return LOCKSTEP_TEXT("a message larger than its collective");
    if (header.type == FrameHeader::Type::Fail && header.length > kMaxFailBytes)
        return LOCKSTEP_TEXT("a reason of too many bytes");
    if (!isData && header.type != FrameHeader::Type::Fail && header.length != 0)
        return LOCKSTEP_TEXT("a beat with a payload");
    return {};
}

} // namespace lockstep
