// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/fusion_chooser.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>

/// Convolutions are fused where a comparison found it faster, and what was found is not asked for again.
namespace lockstep::cuda {
namespace {

namespace fs = std::filesystem;

/// A device of these times, which counts what it is asked.
struct Bench final : FusionBench {
    std::optional<double> epilogue = 20e-6, separate = 100e-6, fused = 90e-6;
    bool planned = true;
    int compared = 0, compiled = 0, restorations = 0;

    std::optional<double> epilogueSeconds() override { return epilogue; }
    std::optional<double> separateSeconds() override { return separate; }
    std::optional<double> fusedSeconds(const ConvolutionPlan&) override
    {
        ++compared;
        return fused;
    }
    std::optional<ConvolutionPlan> plan() override
    {
        ++compiled;
        return planned ? made("compiled") : std::nullopt;
    }
    std::optional<std::string> saved(const ConvolutionPlan& plan) override { return plan.name + "\n{}"; }
    std::optional<ConvolutionPlan> restored(const std::string& saved) override
    {
        ++restorations;
        return saved == "compiled\n{}" ? made("restored") : std::nullopt;
    }
    static std::optional<ConvolutionPlan> made(const std::string& name)
    {
        return ConvolutionPlan{CudnnDescriptor(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR), name, 0};
    }
};

class FusionChoosers : public ::testing::Test {
protected:
    void SetUp() override { fs::remove_all(folder); }
    void TearDown() override { fs::remove_all(folder); }

    /// In a run of its own.
    FusionChooser::Choice choose(Bench& bench,
                                 std::chrono::seconds compiling = std::chrono::seconds{100}) const
    {
        PlanCache cache(folder, "card");
        FusionChooser chooser(cache, SavedPlans(folder, "card"), compiling);
        FusionChooser::Choice choice = chooser.choose("forward statistics", bench);
        chooser.choose("forward statistics", bench); // known by now
        return choice;
    }

    const fs::path folder = fs::temp_directory_path() / ("lockstep-fusions-" + std::to_string(getpid()));
};

TEST_F(FusionChoosers, TakeWhatIsFasterAndFindItAgainWithoutCompiling)
{
    Bench bench;
    const FusionChooser::Choice first = choose(bench);
    ASSERT_TRUE(first.plan);
    EXPECT_EQ(first.plan->name, "compiled");
    EXPECT_EQ(bench.compared, 1);
    const FusionChooser::Choice again = choose(bench);
    ASSERT_TRUE(again.plan);
    EXPECT_EQ(again.plan->name, "restored");
    EXPECT_EQ(bench.compiled, 1);
    EXPECT_EQ(bench.compared, 1);
    ASSERT_TRUE(again.times);
    EXPECT_NEAR(again.times->fused, 90e-6, 1e-9);
    EXPECT_NEAR(again.times->separate, 100e-6, 1e-9);
}

TEST_F(FusionChoosers, LeaveWhatIsNoFaster)
{
    Bench bench;
    bench.fused = bench.separate;
    for (int run = 0; run < 2; ++run) {
        const FusionChooser::Choice choice = choose(bench);
        EXPECT_FALSE(choice.plan);
        ASSERT_TRUE(choice.times);
        EXPECT_FALSE(choice.times->pays());
    }
    EXPECT_EQ(bench.compiled, 1);
    EXPECT_EQ(bench.restorations, 0);
}

TEST_F(FusionChoosers, CompileNothingForAPassThatTakesNoTime)
{
    Bench bench;
    bench.epilogue = 9e-6;
    const FusionChooser::Choice choice = choose(bench);
    EXPECT_FALSE(choice.plan);
    EXPECT_FALSE(choice.times);
    EXPECT_EQ(bench.compiled, 0);
}

TEST_F(FusionChoosers, AskOnceForWhatTheLibraryHasNot)
{
    Bench bench;
    bench.planned = false;
    for (int run = 0; run < 2; ++run)
        EXPECT_FALSE(choose(bench).plan);
    EXPECT_EQ(bench.compiled, 1);
    EXPECT_EQ(bench.compared, 0);
}

/// Neither too little memory nor too little time says anything about the next run.
TEST_F(FusionChoosers, AskAgainWhereNothingCouldBeMeasured)
{
    Bench bench;
    EXPECT_FALSE(choose(bench, std::chrono::seconds{0}).plan);
    EXPECT_EQ(bench.compiled, 0);
    bench.epilogue.reset();
    EXPECT_FALSE(choose(bench).plan);
    bench.epilogue = 20e-6;
    EXPECT_TRUE(choose(bench).plan);
}

TEST_F(FusionChoosers, CompileAgainWhatWasLostOrDamaged)
{
    Bench bench;
    choose(bench);
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".plan")
            std::ofstream(entry.path(), std::ios::app) << "more";
    const FusionChooser::Choice choice = choose(bench);
    ASSERT_TRUE(choice.plan);
    EXPECT_EQ(choice.plan->name, "compiled");
    EXPECT_EQ(bench.compiled, 2);
    EXPECT_EQ(bench.compared, 1);
}

TEST_F(FusionChoosers, KeepPlansApartByTheirCircumstances)
{
    const SavedPlans here(folder, "card");
    here.remember("forward", "plan");
    EXPECT_EQ(here.find("forward"), "plan");
    EXPECT_EQ(here.find("backward"), std::nullopt);
    EXPECT_EQ(SavedPlans(folder, "another card").find("forward"), std::nullopt);
}

} // namespace
} // namespace lockstep::cuda
