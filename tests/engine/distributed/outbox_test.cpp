// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/outbox.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

constexpr std::size_t kHeader = sizeof(FrameHeader);

FrameHeader message(std::size_t length)
{
    FrameHeader header = makeHeader(FrameHeader::Type::Data, {CollectiveKind::Broadcast, 0, 1, length});
    header.length = length;
    return header;
}

// What a socket would be given, all of it.
std::string remains(Outbox& outbox)
{
    Outbox::Parts parts;
    std::string bytes;
    for (const iovec& part : outbox.remains(parts))
        bytes.append(static_cast<const char*>(part.iov_base), part.iov_len);
    return bytes;
}

TEST(Outbox, AFrameGoesInAsManyPartsAsTheSocketTakes)
{
    const std::string payload = "the weights";
    Completions owner;
    Outbox outbox;
    outbox.pushMessage(message(payload.size()), payload, owner);
    const std::string whole = remains(outbox);
    ASSERT_EQ(whole.size(), kHeader + payload.size());
    EXPECT_EQ(whole.substr(kHeader), payload);
    std::string sent;
    while (!outbox.empty()) {
        sent += remains(outbox).front();
        const bool last = sent.size() == whole.size();
        const Outbox::Progress progress = outbox.advance(1);
        EXPECT_TRUE(progress.isMessage);
        EXPECT_EQ(progress.sent, last ? &owner : nullptr);
    }
    EXPECT_EQ(sent, whole);
}

TEST(Outbox, AnEmptyMessageIsARealOne)
{
    Completions owner;
    Outbox outbox;
    outbox.pushMessage(message(0), {}, owner);
    EXPECT_TRUE(outbox.holdsMessages());
    EXPECT_EQ(remains(outbox).size(), kHeader);
    EXPECT_EQ(outbox.advance(kHeader).sent, &owner);
    EXPECT_TRUE(outbox.empty());
}

TEST(Outbox, FramesOfTheLinkItselfAreNoMessages)
{
    Outbox outbox;
    outbox.pushControl(makeHeader(Beat{}));
    EXPECT_FALSE(outbox.holdsMessages());
    const Outbox::Progress progress = outbox.advance(kHeader);
    EXPECT_FALSE(progress.isMessage);
    EXPECT_EQ(progress.sent, nullptr);
}

TEST(Outbox, WhatIsHalfSentOutlivesItsOwner)
{
    Completions owner;
    Outbox outbox;
    {
        const std::string payload(100, 'w');
        outbox.pushMessage(message(payload.size()), payload, owner);
        outbox.pushMessage(message(payload.size()), payload, owner);
        outbox.advance(kHeader + 30);
        EXPECT_TRUE(outbox.isSendingFor(owner));
        outbox.forget(owner);
    }
    EXPECT_FALSE(outbox.isSendingFor(owner));
    EXPECT_EQ(outbox.takeHalfSent(), std::string(70, 'w'));
}

TEST(Outbox, WhatHasNotBegunIsDropped)
{
    Completions owner;
    const std::string payload(100, 'w');
    Outbox outbox;
    outbox.pushMessage(message(payload.size()), payload, owner);
    EXPECT_EQ(outbox.takeHalfSent(), "");
    EXPECT_TRUE(outbox.empty());
}

TEST(Outbox, ARestThatIsTooLongIsNotKept)
{
    Completions owner;
    const std::string payload(Outbox::kLongestRest + 2, 'w');
    for (const bool forgotten : {false, true}) {
        Outbox outbox;
        outbox.pushMessage(message(payload.size()), payload, owner);
        outbox.advance(kHeader + 1);
        if (forgotten)
            outbox.forget(owner);
        EXPECT_EQ(outbox.takeHalfSent(), std::nullopt);
    }
}

} // namespace
} // namespace lockstep
