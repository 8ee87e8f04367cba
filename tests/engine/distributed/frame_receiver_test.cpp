// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/frame_receiver.h"

#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace lockstep {
namespace {

using Event = FrameReceiver::Event;

std::string frame(FrameHeader header, const std::string& payload)
{
    header.length = payload.size();
    return std::string(reinterpret_cast<const char*>(&header), sizeof header) + payload;
}
FrameHeader dataHeader()
{
    return makeHeader(FrameHeader::Type::Data, {CollectiveKind::AllGather, 0, 3, 1 << 20});
}

// A socket that has `bytes`, of which each read brings at most `atATime`; every event becomes a line.
std::vector<std::string> eventsOf(const std::string& bytes, std::size_t atATime)
{
    FrameReceiver receiver(4);
    std::vector<std::string> events;
    std::string payload;
    for (std::size_t at = 0;;) {
        switch (receiver.advance()) {
        case Event::NeedsBytes: {
            FrameReceiver::Parts parts;
            std::size_t count = 0;
            for (const iovec& part : receiver.room(parts)) {
                const std::size_t some = std::min({part.iov_len, bytes.size() - at, atATime - count});
                std::memcpy(part.iov_base, bytes.data() + at, some);
                at += some;
                count += some;
            }
            if (count == 0)
                return events;
            receiver.received(count);
            break;
        }
        case Event::Control:
            events.push_back("control " + std::string(receiver.text()));
            break;
        case Event::Message:
            payload.assign(receiver.header().length, '?');
            receiver.place(payload.data());
            break;
        case Event::Arrived:
            events.push_back("message " + payload);
            break;
        case Event::Damaged:
            events.push_back("damaged: " + receiver.damage());
            return events;
        }
    }
}

TEST(FrameReceiver, FramesAreTheSameHoweverTheirBytesCome)
{
    const std::string big(20'000, 'g'); // longer than what is read ahead
    const std::string stream = frame(dataHeader(), "weights") + frame(makeHeader(Beat{}), "") +
                               frame(dataHeader(), "") +
                               frame(makeHeader(FrameHeader::Type::Fail, {}), "why") +
                               frame(dataHeader(), big) + frame(dataHeader(), "last");
    const std::vector<std::string> expected = {"message weights", "control ",       "message ",
                                               "control why",     "message " + big, "message last"};
    for (const std::size_t atATime : {1u, 2u, 39u, 40u, 41u, 47u, 1000u, 8192u, 100'000u})
        EXPECT_EQ(eventsOf(stream, atATime), expected) << atATime << " bytes at a time";
}

TEST(FrameReceiver, DamageIsNamedAndNothingAfterItIsRead)
{
    FrameHeader wrong = dataHeader();
    wrong.magic ^= 1;
    const std::string stream =
        frame(dataHeader(), "one") + frame(wrong, "two") + frame(dataHeader(), "three");
    EXPECT_EQ(eventsOf(stream, 7),
              (std::vector<std::string>{"message one", "damaged: a frame without its mark"}));
}

TEST(FrameReceiver, AMessageWithoutAPlaceHoldsUpWhatFollows)
{
    FrameReceiver receiver(4);
    const std::string stream = frame(dataHeader(), "weights") + frame(dataHeader(), "more");
    FrameReceiver::Parts parts;
    ASSERT_EQ(receiver.advance(), Event::NeedsBytes);
    std::memcpy(receiver.room(parts).front().iov_base, stream.data(), stream.size());
    receiver.received(stream.size());
    ASSERT_EQ(receiver.advance(), Event::Message);
    EXPECT_EQ(receiver.state(), FrameReceiver::State::Unplaced);
    EXPECT_EQ(receiver.payloadBytes(), 0u);
    std::string payload(7, '?');
    receiver.place(payload.data());
    EXPECT_EQ(receiver.advance(), Event::Arrived);
    EXPECT_EQ(payload, "weights");
    EXPECT_EQ(receiver.payloadBytes(), 7u);
    EXPECT_EQ(receiver.advance(), Event::Message);
}

} // namespace
} // namespace lockstep
