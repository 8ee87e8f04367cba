// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/frame.h"

#include <gtest/gtest.h>

#include <random>

namespace lockstep {
namespace {

std::vector<Frame> sampleFrames()
{
    return {{FrameType::Hello, 1, "{\"version\":1}"},
            {FrameType::Heartbeat, 0, ""},
            {FrameType::Data, 0xFFFFFFFFu, encodeData(1ull << 40, std::string(5000, '\0'))},
            {static_cast<FrameType>(999), 7, "?"},
            {FrameType::Ended, 7, std::string("\0\xFF\n", 3)}};
}

TEST(Frame, IsLittleEndianAsSpecified)
{
    EXPECT_EQ(encodeFrame({FrameType::Ended, 0x01020304, "ab"}),
              std::string("\x02\0\0\0\x26\0\0\0\x04\x03\x02\x01"
                          "ab",
                          14));
    EXPECT_EQ(encodeData(0x0102030405060708u, "x"), "\x08\x07\x06\x05\x04\x03\x02\x01x");
}

TEST(Frame, SurvivesAnyChunking)
{
    const std::vector<Frame> frames = sampleFrames();
    std::string stream;
    for (const Frame& frame : frames)
        stream += encodeFrame(frame);
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        FrameReader reader;
        std::vector<Frame> read;
        for (std::size_t at = 0; at < stream.size();) {
            const std::size_t length =
                std::min<std::size_t>(1 + random() % (round % 2 == 0 ? 5 : 3000), stream.size() - at);
            const auto part = reader.feed(std::string_view(stream).substr(at, length));
            ASSERT_TRUE(part.ok());
            read.insert(read.end(), part->begin(), part->end());
            at += length;
        }
        ASSERT_EQ(read, frames);
    }
}

TEST(Frame, TakesTheLargestAndRefusesALarger)
{
    const Frame largest{FrameType::Submit, 1, std::string(kMaxFramePayload, 'x')};
    EXPECT_EQ(*FrameReader().feed(encodeFrame(largest)), std::vector{largest});

    FrameReader reader;
    const std::string head("\x01\x00\x10\x00\x02\0\0\0\x01\0\0\0", 12);
    EXPECT_FALSE(reader.feed(head).ok());
    const auto after = reader.feed(encodeFrame({FrameType::Heartbeat, 0, ""}));
    ASSERT_FALSE(after.ok());
    EXPECT_EQ(after.error().message(), "The conversation is damaged and cannot go on; connect again.");
}

TEST(Frame, RefusesGarbage)
{
    const auto answer = FrameReader().feed("bash: lockstep-engine: not found\n");
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().message(),
              "The other side sent \"bash: lockst\", which is not a frame of the attach "
              "conversation; connect again.");
    EXPECT_FALSE(FrameReader().feed(std::string("\0\0\0\0\x40\0\x01\0\0\0\0\0", 12)).ok());
}

TEST(Frame, NeverHoldsMoreThanAFrameOfNoise)
{
    std::mt19937 random(9);
    for (int round = 0; round < 2000; ++round) {
        FrameReader reader;
        std::string noise(64, '\0');
        for (char& c : noise)
            c = static_cast<char>(random());
        const auto answer = reader.feed(noise);
        if (answer.ok()) {
            EXPECT_LE(answer->size(), 6u);
        }
    }
}

TEST(DataPayload, ReadsBackAndRefusesShortOnes)
{
    const std::string payload = encodeData(1ull << 63, "bytes");
    EXPECT_EQ(decodeData(payload)->offset, 1ull << 63);
    EXPECT_EQ(decodeData(payload)->bytes, "bytes");
    EXPECT_EQ(decodeData(encodeData(3, ""))->bytes, "");
    const auto answer = decodeData("1234567");
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().message(), "found a piece of a file of 7 bytes, expected at least 8.");
}

TEST(Greeting, PassesAfterAnyNoiseInAnyChunks)
{
    const std::string noise =
        "Welcome to gpu-2\r\nLOCKSTEP-ATTACH \nLOCKSTEP-ATTACH 12x\nLOCKSTEP-LOCKSTEP-ATTACH 1";
    const std::string stream = noise + "\n" + encodeFrame({FrameType::Welcome, 1, "{}"});
    const std::string expectedNoise = noise.substr(0, noise.size() - kAttachGreeting.size() + 1);
    for (std::size_t piece = 1; piece < stream.size(); ++piece) {
        GreetingScanner scanner;
        FrameReader frames;
        std::vector<Frame> read;
        bool passed = false;
        for (std::size_t at = 0; at < stream.size(); at += piece) {
            std::string rest = "old";
            const Result<bool> answer = scanner.feed(std::string_view(stream).substr(at, piece), rest);
            ASSERT_TRUE(answer.ok());
            passed = *answer;
            if (!passed) {
                ASSERT_TRUE(rest.empty());
                continue;
            }
            const auto part = frames.feed(rest);
            ASSERT_TRUE(part.ok());
            read.insert(read.end(), part->begin(), part->end());
        }
        EXPECT_TRUE(passed);
        EXPECT_EQ(read, (std::vector{Frame{FrameType::Welcome, 1, "{}"}})) << piece;
        EXPECT_EQ(scanner.noise(), expectedNoise) << piece;
    }
}

TEST(Greeting, ShowsTheLastNoiseWhenNoneCame)
{
    GreetingScanner scanner;
    std::string rest;
    EXPECT_FALSE(*scanner.feed(std::string(5000, 'a'), rest));
    EXPECT_FALSE(*scanner.feed("command not found\n", rest));
    EXPECT_EQ(scanner.noise().size(), 4096u);
    EXPECT_TRUE(scanner.noise().ends_with("aaacommand not found\n"));
}

TEST(Greeting, GivesUpAfterAMebibyte)
{
    GreetingScanner scanner;
    std::string rest;
    const std::string piece(1 << 16, 'x');
    int fed = 0;
    for (; fed < 100 && scanner.feed(piece, rest).ok(); ++fed) {
    }
    EXPECT_EQ(fed, 16);
}

TEST(Greeting, NamesAnotherVersion)
{
    GreetingScanner scanner;
    std::string rest;
    EXPECT_FALSE(*scanner.feed("noise\nLOCKSTEP-ATT", rest));
    const Result<bool> answer = scanner.feed("ACH 2\n", rest);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(
        answer.error().message(),
        "The engine on this host speaks version 2 of the conversation, expected version 1; deploy it again.");
}

} // namespace
} // namespace lockstep
