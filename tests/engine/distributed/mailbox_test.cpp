// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mailbox.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>

namespace lockstep {
namespace {

FrameHeader header(std::size_t length)
{
    FrameHeader header = makeHeader(FrameHeader::Type::Data, {CollectiveKind::Broadcast, 0, 1, 1 << 30});
    header.length = length;
    return header;
}

struct Receive {
    explicit Receive(std::size_t size) : bytes(size, '?') {}
    ReceiveOperation operation() { return {&owner, 0, bytes.data(), bytes.size()}; }
    std::string bytes;
    Completions owner;
};

Completions* arrive(Mailbox& mailbox, const std::string& payload)
{
    const auto destination = mailbox.place(header(payload.size()));
    if (!destination)
        return nullptr;
    std::memcpy(*destination, payload.data(), payload.size());
    return mailbox.arrived(header(payload.size()));
}

TEST(Mailbox, AMessageGoesStraightToItsReceive)
{
    Mailbox mailbox({});
    Receive receive(5);
    mailbox.post(receive.operation());
    const auto destination = mailbox.place(header(5));
    EXPECT_EQ(destination, receive.bytes.data());
    EXPECT_TRUE(mailbox.isFillingFor(receive.owner));
    EXPECT_EQ(mailbox.arrived(header(5)), &receive.owner);
    EXPECT_FALSE(mailbox.isFilling());
}

TEST(Mailbox, AnEarlyMessageIsKept)
{
    Mailbox mailbox({});
    EXPECT_EQ(arrive(mailbox, "early"), nullptr);
    ASSERT_NE(mailbox.firstKept(), nullptr);
    Receive receive(5);
    mailbox.take(receive.operation());
    EXPECT_EQ(receive.bytes, "early");
    EXPECT_EQ(mailbox.firstKept(), nullptr);
}

TEST(Mailbox, AReceiveThatIsPostedWhileItsMessageArrivesGetsIt)
{
    Mailbox mailbox({});
    const auto aside = mailbox.place(header(4));
    ASSERT_TRUE(aside);
    std::memcpy(*aside, "late", 4);
    Receive receive(4);
    mailbox.post(receive.operation());
    EXPECT_EQ(mailbox.arrived(header(4)), &receive.owner);
    EXPECT_EQ(receive.bytes, "late");
}

TEST(Mailbox, WhatIsKeptHasALimitInBytesAndInNumber)
{
    const Mailbox::Limits limits{1000, 10'000};
    Mailbox mailbox(limits);
    EXPECT_FALSE(mailbox.place(header(1001))) << "one that is too large";
    int kept = 0;
    while (kept < 1000 && mailbox.place(header(0))) {
        mailbox.arrived(header(0));
        ++kept;
    }
    EXPECT_EQ(kept, 10'000 / Mailbox::kCostOfKeeping) << "messages of no bytes cost memory too";
    Receive receive(0);
    mailbox.take(receive.operation());
    EXPECT_TRUE(mailbox.place(header(0))) << "room again";
}

TEST(Mailbox, ForgottenReceivesAreNeverFilled)
{
    Mailbox mailbox({});
    Receive gone(3);
    Receive stays(3);
    mailbox.post(gone.operation());
    mailbox.post(stays.operation());
    mailbox.forget(gone.owner);
    EXPECT_EQ(arrive(mailbox, "abc"), &stays.owner);
    EXPECT_EQ(gone.bytes, "???");
}

} // namespace
} // namespace lockstep
