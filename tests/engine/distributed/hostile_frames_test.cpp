// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_process_group.h"
#include "tests/engine/distributed/allocation_watch.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t kElements = 50000;

// A group of two whose other rank is whatever the test writes.
class Victim {
public:
    Victim()
    {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw std::runtime_error("socketpair");
        m_hostile.reset(ends[1]);
        std::vector<MeshLink> links(2);
        links[1].socket.reset(ends[0]);
        MessengerOptions options;
        options.timeout = std::chrono::milliseconds(2000);
        options.linger = std::chrono::milliseconds(100);
        m_group = makeGlooProcessGroup(0, std::move(links), options);
    }
    ~Victim() { hangUp(); } // the group waits a moment for the other side to close
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;
    void write(const std::string& bytes)
    {
        ::send(m_hostile.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    void write(const FrameHeader& header, const std::string& payload = {})
    {
        write(std::string(reinterpret_cast<const char*>(&header), sizeof header) + payload);
    }
    /// As much of it as the socket takes now, in bytes.
    std::size_t offer(const std::string& bytes)
    {
        const ssize_t count =
            ::send(m_hostile.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    void hangUp() { m_hostile.reset(); }
    std::string reduce()
    {
        return errorOf([&] {
            std::vector<float> values(kElements, 1.0f);
            m_group->allReduceSum(std::span<float>(values));
        });
    }
    ProcessGroup& group() { return *m_group; }

private:
    Descriptor m_hostile;
    std::unique_ptr<ProcessGroup> m_group;
};

// What an honest rank 1 would send first.
FrameHeader honestHeader()
{
    FrameHeader header = makeHeader(FrameHeader::Type::Data,
                                    {CollectiveKind::AllReduceFloat, 0, 1, kElements * sizeof(float)});
    header.slot = 0x0400000000000000ULL;
    header.length = 1024;
    return header;
}

std::string errorAfter(const FrameHeader& header, const std::string& payload = {})
{
    Victim victim;
    victim.write(header, payload);
    return victim.reduce();
}

TEST(HostileFrames, EachKindOfNonsenseHasItsSentence)
{
    FrameHeader header = honestHeader();
    header.magic ^= 1;
    EXPECT_THAT(errorAfter(header),
                HasSubstr("6: Rank 1 sent what cannot be, in collective 1, all-reduce (noticed by "
                          "rank 0): a frame without its mark."));
    header = honestHeader();
    header.type = static_cast<FrameHeader::Type>(9);
    EXPECT_THAT(errorAfter(header), HasSubstr("a frame of unknown kind"));
    header = honestHeader();
    header.root = 2;
    EXPECT_THAT(errorAfter(header), HasSubstr("names a rank that is none"));
    header = honestHeader();
    header.length = ~0ULL;
    EXPECT_THAT(errorAfter(header), HasSubstr("a message larger than its collective"));
    header = honestHeader();
    header.bytes = header.length = 1ULL << 62;
    EXPECT_THAT(errorAfter(header), HasSubstr("The ranks are out of step"));
    header = honestHeader();
    header.type = FrameHeader::Type::Beat;
    EXPECT_THAT(errorAfter(header), HasSubstr("a beat with a payload"));
    header.type = FrameHeader::Type::Fail;
    EXPECT_THAT(errorAfter(header), HasSubstr("a reason of too many bytes"));
    header.length = 10;
    EXPECT_THAT(errorAfter(header, std::string(10, 'x')), HasSubstr("a reason that cannot be read"));
    EXPECT_THAT(errorAfter(honestHeader()), HasSubstr("a message of another length or place"));
}

TEST(HostileFrames, AHugeMessageForALaterCollectiveStaysInTheKernel)
{
    Victim victim;
    FrameHeader header = honestHeader();
    header.sequence = 2;
    header.bytes = header.length = 1ULL << 40;
    victim.write(header, std::string(100000, 'x'));
    sleepFor(0.3); // the background thread sees it while nobody waits
    forgetAllocations();
    EXPECT_THAT(victim.reduce(), HasSubstr("The ranks are out of step"));
    EXPECT_LT(largestAllocation(), std::size_t{1} << 20);
}

TEST(HostileFrames, ManySmallEarlyMessagesAreNotHoarded)
{
    Victim victim;
    FrameHeader header = honestHeader();
    header.sequence = 2;
    header.bytes = header.length = 60000;
    std::thread sender([&] {
        for (int i = 0; i < 400; ++i) {
            victim.write(header, std::string(60000, 'x'));
            sleepFor(0.0005);
        }
    });
    sender.join();
    EXPECT_THAT(victim.reduce(), HasSubstr("6: "));
}

// Messages of no bytes cost memory as well: after a bounded number of them the kernel holds the peer back.
TEST(HostileFrames, MessagesWithoutBytesAreNotHoardedEither)
{
    Victim victim;
    FrameHeader header = honestHeader();
    header.sequence = 2;
    header.length = 0;
    std::string frames;
    for (int i = 0; i < 1000; ++i)
        frames.append(reinterpret_cast<const char*>(&header), sizeof header);
    constexpr std::size_t kMost = 32 << 20; // far beyond the limit and the socket's own memory
    std::size_t written = 0;
    for (double quietSince = monotonicSeconds(); written < kMost && monotonicSeconds() - quietSince < 2;) {
        if (const std::size_t taken = victim.offer(frames.substr(written % frames.size())); taken > 0) {
            written += taken;
            quietSince = monotonicSeconds();
        }
    }
    EXPECT_LT(written, std::size_t{8} << 20);
}

TEST(HostileFrames, ReasonsAreShownWithoutControlCharacters)
{
    Failure failure{.kind = Failure::Kind::Aborted,
                    .culprit = 1,
                    .finder = 1,
                    .mine = {},
                    .theirs = {},
                    .detail = "line\n\x1b[31mred"};
    std::string payload = encode(failure);
    payload.replace(payload.size() - failure.detail.size(), failure.detail.size(), failure.detail);
    FrameHeader header = makeHeader(FrameHeader::Type::Fail, {});
    header.length = payload.size();
    EXPECT_THAT(errorAfter(header, payload), HasSubstr("line  [31mred"));
}

// Some frames, each nearly honest, with a few bytes changed, cut off somewhere.
std::string damagedStream(std::mt19937_64& random)
{
    std::string stream;
    for (std::uint64_t frames = 1 + random() % 3; frames > 0; --frames) {
        FrameHeader header = honestHeader();
        header.type = static_cast<FrameHeader::Type>(1 + random() % 4);
        header.length = header.type == FrameHeader::Type::Data ? kElements * 2 : random() % 2 * 60;
        std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
        for (std::uint64_t flips = random() % 4; flips > 0; --flips)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        stream += bytes + std::string(random() % 3 * 40000, static_cast<char>(random()));
    }
    stream.resize(stream.size() - random() % std::min<std::size_t>(stream.size(), 50));
    return stream;
}

TEST(HostileFrames, FuzzedStreamsEndCleanly)
{
    std::mt19937_64 random(2024);
    std::map<std::string, int> outcomes;
    forgetAllocations();
    for (int round = 0; round < 1000; ++round) {
        Victim victim;
        const std::string stream = damagedStream(random);
        if (round % 3 == 0) // else while the victim is at work
            victim.write(stream);
        std::thread hostile([&] {
            if (round % 3 != 0)
                victim.write(stream);
            sleepFor(round % 2 * 0.001);
            victim.hangUp();
        });
        const std::string error = victim.reduce();
        hostile.join();
        ASSERT_THAT(error, HasSubstr("6: ")) << "round " << round;
        ASSERT_THAT(error, testing::Not(HasSubstr("bad_alloc"))) << "round " << round;
        ASSERT_THAT(error, testing::Not(HasSubstr("silent"))) << "the end was missed, round " << round;
        ++outcomes[error.substr(0, 24)];
    }
    EXPECT_LT(largestAllocation(), std::size_t{8} << 20);
    EXPECT_GE(outcomes.size(), 3u) << "the fuzzer reaches too little";
    for (const auto& [error, count] : outcomes)
        std::printf("%5d  %s...\n", count, error.c_str());
}

} // namespace
} // namespace lockstep::test
