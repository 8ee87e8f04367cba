// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/failure.h"
#include "engine/distributed/wire.h"
#include "tests/fuzz/fuzz_target.h"

#include <cstring>

/// What a rank may hear of another one: a frame's header, and the payload of a frame that says why the group
/// ended.
namespace lockstep::fuzz {
namespace {

constexpr int kWorldSize = 8;

std::string bytesOf(const FrameHeader& header, const std::string& payload)
{
    std::string bytes(sizeof header, '\0');
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes + payload;
}

} // namespace

Verdict tryInput(std::string_view bytes)
{
    FrameHeader header;
    if (bytes.size() < sizeof header)
        return Verdict::Refused;
    std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof header);
    if (!whatIsWrong(header, kWorldSize).empty())
        return Verdict::Refused;
    if (header.type != FrameHeader::Type::Fail)
        return Verdict::Accepted;
    require(header.length <= kMaxFailBytes, "a reason that is too long is refused by its header");
    const auto failure = parseFailure(bytes.substr(sizeof header), kWorldSize);
    if (!failure)
        return Verdict::Refused;
    const bool isNobody = failure->kind == Failure::Kind::Circle && failure->culprit == -1;
    require(isNobody || (failure->culprit >= 0 && failure->culprit < kWorldSize),
            "the culprit is a rank, and of a circle nobody");
    require(!toError(*failure).message().empty(), "a failure can be said");
    const auto again = parseFailure(encode(*failure), kWorldSize);
    require(again && encode(*again) == encode(*failure), "a failure survives being written and read");
    return Verdict::Accepted;
}

std::vector<std::string> seeds()
{
    const CollectiveId collective{CollectiveKind::AllReduceFloat, 0, 12, 4096};
    FrameHeader data = makeHeader(FrameHeader::Type::Data, collective);
    data.length = 2048;
    std::vector<std::string> all = {bytesOf(data, {}),
                                    bytesOf(makeHeader(FrameHeader::Type::Beat, collective), {}),
                                    bytesOf(makeHeader(FrameHeader::Type::Bye, collective), {})};
    for (const auto kind :
         {Failure::Kind::Closed, Failure::Kind::TimedOut, Failure::Kind::OutOfStep, Failure::Kind::Circle}) {
        Failure failure;
        failure.kind = kind;
        failure.culprit = kind == Failure::Kind::Circle ? -1 : 3;
        failure.finder = 1;
        failure.mine = failure.theirs = collective;
        failure.detail = "30 s";
        FrameHeader header = makeHeader(FrameHeader::Type::Fail, collective);
        header.length = encode(failure).size();
        all.push_back(bytesOf(header, encode(failure)));
    }
    return all;
}

} // namespace lockstep::fuzz
