// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// What the log is told of measuring, by libraries that measure as much as a test lets them.
#include "engine/compute/cuda/lowering/convolution_plans.h"
#include "engine/core/error.h"

#include <gmock/gmock.h>

#include <set>

namespace lockstep::cuda {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

class CountedLibraries final : public DeviceLibraries {
public:
    std::set<std::string> known;
    int mostMeasured = 1000;
    int mostCompared = 1000;
    std::string folder = "/home/ann/.cache/lockstep/plans";

    std::optional<Error> refusal(Element) const override { return std::nullopt; }
    std::unique_ptr<Convolution> convolution(const ConvolutionShape& shape, ConvolutionPass pass,
                                             PlanChoice) override
    {
        if (!isKnown(shape, pass) && mostMeasured-- > 0)
            known.insert(describe(shape, pass));
        return std::make_unique<Nothing>();
    }
    bool isKnown(const ConvolutionShape& shape, ConvolutionPass pass) const override
    {
        return known.contains(describe(shape, pass));
    }
    ConvolutionFusion fusion(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) override
    {
        if (!isKnown(shape, epilogue) && mostCompared-- > 0)
            known.insert(questionOf(shape, epilogue));
        return {};
    }
    bool isKnown(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) const override
    {
        return known.contains(questionOf(shape, epilogue));
    }
    std::string keptIn() const override { return folder; }
    void multiply(Queue&, const MatrixProduct&, const void*, const void*, void*, void*) override {}
    std::string description() const override { return "none"; }

private:
    class Nothing final : public Convolution {
        std::int64_t workspaceBytes() const override { return 0; }
        void give(Queue&, const void*, const void*, void*, void*) const override {}
    };
    static std::string questionOf(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue)
    {
        return describe(shape, ConvolutionPass::Forward) + describe(epilogue);
    }
};

class MeasuringLines : public ::testing::Test {
protected:
    MeasuringLines()
    {
        // Three graphs, one of which two layers share; two of them may be fused.
        for (const int channels : {8, 16, 16, 24}) {
            const auto id = plans.add({.inChannels = 8, .outChannels = channels}, ConvolutionPass::Forward,
                                      "conv" + std::to_string(channels));
            if (channels != 24)
                plans.fuse(id, {.kind = ConvolutionEpilogue::Kind::Statistics});
        }
    }
    std::vector<std::string> prepared()
    {
        std::vector<std::string> lines;
        plans.prepare(libraries, {2, [&](const std::string& line) { lines.push_back(line); }});
        return lines;
    }

    CountedLibraries libraries;
    ConvolutionPlans plans{4};
};

TEST_F(MeasuringLines, SayWhatIsMeasuredAndThatItIsKept)
{
    EXPECT_THAT(
        prepared(),
        ElementsAre("cuda:2: measuring which way of computing each convolution is the quickest here: 3 of 3 "
                    "graphs are not known from earlier runs",
                    "cuda:2: measured 3 of 3 graphs in 0 s, kept for later runs in "
                    "/home/ann/.cache/lockstep/plans",
                    "cuda:2: comparing convolutions in one with what follows them, and apart: 2 of 2 pairs "
                    "are not known from earlier runs, and most have to be compiled, for seconds each",
                    "cuda:2: compared 2 of 2 pairs in 0 s, kept for later runs in "
                    "/home/ann/.cache/lockstep/plans"));
}

TEST_F(MeasuringLines, AreNoneWhereAllIsKnown)
{
    prepared();
    EXPECT_THAT(prepared(), IsEmpty());
}

TEST_F(MeasuringLines, SayWhatIsLeftToLaterRuns)
{
    libraries.mostMeasured = 2;
    libraries.mostCompared = 0;
    const std::vector<std::string> lines = prepared();
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_THAT(lines[1], MatchesRegex("cuda:2: measured 2 of 3 graphs in 0 s, kept .*; 1 left to later "
                                       "runs, and computed as cuDNN recommends until then"));
    EXPECT_EQ(lines[3], "cuda:2: compared 0 of 2 pairs in 0 s; 2 left to later runs, and computed apart "
                        "until then");
}

TEST_F(MeasuringLines, SayThatNothingCanBeKept)
{
    libraries.folder.clear();
    EXPECT_EQ(prepared().at(1),
              "cuda:2: measured 3 of 3 graphs in 0 s; that cannot be kept, so the next run does it again");
}

} // namespace
} // namespace lockstep::cuda
