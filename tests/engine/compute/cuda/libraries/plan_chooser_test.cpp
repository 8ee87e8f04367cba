// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_chooser.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

/// Plans are measured once, and only as long as there is time.
namespace lockstep::cuda {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

ConvolutionPlan planOfName(const std::string& name)
{
    return {CudnnDescriptor(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR), name, 0};
}

/// Counts what it is asked.
struct CountingBench final : PlanBench {
    bool offered = true, measurable = true;
    int measured = 0;

    std::optional<ConvolutionPlan> named(const std::string& name) override
    {
        return offered ? std::optional(planOfName(name)) : std::nullopt;
    }
    std::optional<ConvolutionPlan> fastest() override
    {
        ++measured;
        return measurable ? std::optional(planOfName("fastest")) : std::nullopt;
    }
    ConvolutionPlan first() override { return planOfName("first"); }
};

class PlanChoices : public ::testing::Test {
protected:
    void SetUp() override { fs::remove_all(folder); }
    void TearDown() override { fs::remove_all(folder); }

    /// In a run of its own, in which there is so much time to measure.
    std::string chosen(CountingBench& bench, std::chrono::milliseconds time = 1h) const
    {
        PlanCache cache(folder, "card");
        TimeAllowance measuring(time);
        return choosePlan("forward 3x3", cache, measuring, bench).name;
    }

    const fs::path folder = fs::temp_directory_path() / ("lockstep-plans-" + std::to_string(getpid()));
};

TEST_F(PlanChoices, AreMeasuredOnce)
{
    CountingBench bench;
    EXPECT_EQ(chosen(bench), "fastest");
    EXPECT_EQ(chosen(bench), "fastest");
    EXPECT_EQ(bench.measured, 1);
}

TEST_F(PlanChoices, ThatAreNotOfferedAnyMoreAreMeasuredAnew)
{
    CountingBench bench;
    EXPECT_EQ(chosen(bench), "fastest");
    bench.offered = false;
    EXPECT_EQ(chosen(bench), "fastest");
    EXPECT_EQ(bench.measured, 2);
}

TEST_F(PlanChoices, ThatCannotBeMeasuredAreTheLibrarysAndAskedForAgain)
{
    CountingBench bench;
    bench.measurable = false;
    EXPECT_EQ(chosen(bench), "first");
    bench.measurable = true;
    EXPECT_EQ(chosen(bench), "fastest");
}

TEST_F(PlanChoices, ForWhichThereIsNoTimeAreLeftToLaterRuns)
{
    CountingBench bench;
    EXPECT_EQ(chosen(bench, 0ms), "first");
    EXPECT_EQ(bench.measured, 0);
    EXPECT_EQ(chosen(bench), "fastest");
    EXPECT_EQ(chosen(bench, 0ms), "fastest") << "what is known takes no time";
}

TEST(TimeAllowances, AreSpentByWhatTakesTime)
{
    TimeAllowance allowance(20ms);
    EXPECT_EQ(allowance.spend([] { return 7; }), 7);
    EXPECT_FALSE(allowance.isSpent());
    allowance.spend([] {
        const auto end = std::chrono::steady_clock::now() + 20ms;
        while (std::chrono::steady_clock::now() < end) {
        }
        return 0;
    });
    EXPECT_TRUE(allowance.isSpent());
}

} // namespace
} // namespace lockstep::cuda
