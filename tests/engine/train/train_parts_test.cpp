// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/train/failure.h"
#include "engine/train/fusion_lines.h"
#include "engine/train/stop_flag.h"
#include "engine/train/weight_hash.h"

#include <gmock/gmock.h>

#include <cmath>
#include <csignal>
#include <new>
#include <stdexcept>
#include <system_error>

#include <poll.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;

/// A group whose other ranks say what the test wants.
class ScriptedGroup final : public ProcessGroup {
public:
    explicit ScriptedGroup(std::vector<std::string> answers) : m_answers(std::move(answers)) {}
    int rank() const override { return 0; }
    int worldSize() const override { return static_cast<int>(m_answers.size()); }
    void allReduceSum(std::span<float>) override {}
    void allReduceSum(std::span<double>) override {}
    void broadcast(std::span<std::byte>, int, const Progress&) override {}
    void setActivity(Activity) override {}
    void breakOff() override {}
    void throwIfEnded() const override {}
    std::string address() const override { return {}; }
    std::vector<std::byte> allGather(std::span<const std::byte>) override
    {
        std::vector<std::byte> all;
        for (const std::string& answer : m_answers)
            for (const char c : answer)
                all.push_back(static_cast<std::byte>(c));
        return all;
    }
    void allToAll(std::span<const std::byte>, std::span<std::byte>) override {}
    void barrier() override {}
    void abort(const std::string&) override {}
    std::vector<PeerTraffic> traffic() const override { return {}; }

private:
    std::vector<std::string> m_answers;
};

TEST(FusionLines, TellWhatWasTakenOfWhatWasCompared)
{
    using Kind = FusionChoice::Kind;
    EXPECT_TRUE(fusionLines({}).empty());
    const std::vector<std::string> lines = fusionLines({{"conv1", Kind::Statistics, 0.0009, 0.0010, true},
                                                        {"conv2", Kind::Statistics, 0.0006, 0.0010, true},
                                                        {"conv1", Kind::Normalize, 0.0012, 0.0010, false},
                                                        {"conv3", Kind::Statistics, 0.0012, 0.0010, false}});
    EXPECT_THAT(
        lines,
        ::testing::ElementsAre(
            "convolutions that sum for their batch norm: 2 of 3 compared, which takes 0.5 ms less a step",
            "convolutions that normalise in evaluation: 0 of 1 compared, which takes 0 ms less a batch"));
}

TEST(WeightHash, IsTheDocumentedSha256)
{
    // hashlib.sha256(b"fc.weight\\n2x3\\n" + struct.pack("<6f", 0, 1, -2, 0.5, 3e8, -0.0) + b"fc.bias\\n2\\n"
    // +
    //                struct.pack("<2f", 7, 8)).hexdigest()
    std::vector<float> weight = {0, 1, -2, 0.5, 3e8f, -0.0f};
    std::vector<float> bias = {7, 8};
    const HostTensors parameters(
        std::vector<NamedTensor>{{"fc.weight", {2, 3}, weight}, {"fc.bias", {2}, bias}});
    const std::string hash = weightHash(parameters);
    EXPECT_EQ(hash, "e9a9702cc81ffde86bc234353fbb1b76df72e2458886424593d7eb507bfe6293");
    bias[1] = std::nextafter(8.0f, 9.0f);
    EXPECT_NE(weightHash(parameters), hash);
}

/// What rank 0 says when the ranks have these hashes.
EngineError inequality(std::vector<std::string> hashes)
{
    ScriptedGroup group(hashes);
    try {
        requireEqualReplicas(group, hashes[0]);
    } catch (const EngineError& error) {
        return error;
    }
    throw std::runtime_error("nothing was thrown");
}

TEST(EqualReplicas, NamesTheRanksThatDifferFromTheMajority)
{
    const std::string a(64, 'a');
    const std::string b(64, 'b');
    ScriptedGroup equal({a, a, a, a});
    EXPECT_NO_THROW(requireEqualReplicas(equal, a));
    EXPECT_THAT(inequality({a, a, b, a}).what(), HasSubstr("the weights of rank 2 differ"));
    EXPECT_EQ(inequality({a, a, b, a}).culprit(), 2);
    EXPECT_THAT(inequality({a, b, b, b}).what(), HasSubstr("the weights of rank 0 differ"));
    EXPECT_THAT(inequality({b, a, b, a, b}).what(), HasSubstr("the weights of rank 1, 3 differ"));
}

TEST(EqualReplicas, AccuseNobodyWithoutAMajority)
{
    const std::string a(64, 'a');
    const std::string b(64, 'b');
    const std::string c(64, 'c');
    EXPECT_THAT(inequality({a, b}).what(), HasSubstr("the weights of rank 0 and rank 1 differ"));
    EXPECT_EQ(inequality({a, b}).culprit(), -1);
    EXPECT_THAT(inequality({b, a}).what(), HasSubstr("the weights of rank 0 and rank 1 differ"));
    EXPECT_THAT(inequality({b, a, a, b}).what(), HasSubstr("the weights of rank 0, 3 and rank 1, 2 differ"));
    EXPECT_EQ(inequality({b, a, a, b}).culprit(), -1);
    // Two of four agree, but two are no majority.
    EXPECT_THAT(inequality({a, b, c, b}).what(), HasSubstr("no majority of them agrees (0; 1, 3; 2)"));
    EXPECT_EQ(inequality({a, b, c}).culprit(), -1);
}

template <typename Exception>
ExitReason failureOf(const Exception& exception)
{
    try {
        throw exception;
    } catch (...) {
        return currentFailure();
    }
}

TEST(Failure, KnowsTheKindsOfErrors)
{
    EXPECT_EQ(failureOf(std::bad_alloc()).code, ExitCode::OutOfMemory);
    EXPECT_THAT(failureOf(std::bad_alloc()).message.english(), HasSubstr("smaller batch"));
    const ExitReason lost = failureOf(EngineError(ExitCode::PeerLost, Error{"Rank 3 is gone.", {}, {}}, 3));
    EXPECT_EQ(lost.code, ExitCode::PeerLost);
    EXPECT_EQ(lost.culprit, 3);
    EXPECT_EQ(lost.message.english(), "Rank 3 is gone.");
    const ExitReason full =
        failureOf(std::system_error(ENOSPC, std::generic_category(), "/runs/rank-0.jsonl"));
    EXPECT_EQ(full.code, ExitCode::Failure);
    EXPECT_THAT(full.message.english(), HasSubstr("The disk is full: /runs/rank-0.jsonl"));
    EXPECT_EQ(failureOf(std::runtime_error("broken")).message.english(), "broken");
    EXPECT_EQ(failureOf(42).code, ExitCode::Failure);
}

TEST(StopFlag, HearsSignalsAndWakesWhoWaits)
{
    StopFlag flag;
    stopOnSignals(flag);
    EXPECT_FALSE(flag.requested());
    pollfd waiting{flag.descriptor(), POLLIN, 0};
    EXPECT_EQ(::poll(&waiting, 1, 0), 0);
    std::raise(SIGTERM);
    EXPECT_TRUE(flag.requested());
    EXPECT_EQ(::poll(&waiting, 1, 0), 1);
    std::raise(SIGINT); // again, and harmless
    EXPECT_EQ(::poll(&waiting, 1, 0), 1);
}

} // namespace
} // namespace lockstep
