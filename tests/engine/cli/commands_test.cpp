// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/commands_fixture.h"

#include "engine/core/processor.h"
#include "engine/protocol/gpu_libraries.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

#include <sched.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST_F(Commands, TrainInspectAndEvaluateAgree)
{
    const std::string log = outputOf(train());
    EXPECT_THAT(log, HasSubstr("epoch: 1, batch: 1, loss is: "));
    const std::string checkpoint = path("run/checkpoints/step-00000030");
    ASSERT_TRUE(fs::exists(checkpoint + "/manifest.json")) << log;

    const auto inspected = nlohmann::json::parse(outputOf({"inspect", checkpoint, "--json"}));
    EXPECT_EQ(inspected["model"], "mnist-cnn");
    EXPECT_EQ(inspected["values"], 20350);
    EXPECT_EQ(inspected["step"], 30);
    EXPECT_EQ(inspected["best"], true);
    EXPECT_EQ(inspected["tensors"][0]["name"], "conv1.weight");
    EXPECT_EQ(inspected["tensors"][0]["shape"], (std::vector<int>{20, 1, 5, 5}));
    EXPECT_GT(inspected["tensors"][0]["norm"], 0);
    EXPECT_EQ(inspected["optimizer_tensors"].size(), 6u);
    EXPECT_THAT(outputOf({"inspect", checkpoint}), HasSubstr("mnist-cnn, 6 tensors, 20350 values"));

    const auto file =
        nlohmann::json::parse(outputOf({"inspect", checkpoint + "/model.safetensors", "--json"}));
    EXPECT_EQ(file["tensors"], inspected["tensors"]);
    EXPECT_THAT(outputOf({"inspect", checkpoint + "/model.safetensors"}), HasSubstr("20350 values"));

    const auto evaluated = nlohmann::json::parse(outputOf({"evaluate", checkpoint, "--json"}));
    EXPECT_EQ(evaluated["images"], 2000);
    EXPECT_GT(evaluated["top1"], 0.5);
    EXPECT_NEAR(evaluated["top1"].get<double>(), inspected["best_top1"].get<double>(), 1e-12);
    const auto bare = nlohmann::json::parse(
        outputOf({"evaluate", checkpoint + "/model.safetensors", "--model", "mnist-cnn", "--json"}));
    EXPECT_EQ(bare["loss"], evaluated["loss"]);
}

TEST_F(Commands, TrainGoesOnOnlyWhenAsked)
{
    outputOf(train());
    EXPECT_THAT(errorOf(train(), ExitCode::Usage), HasSubstr("holds checkpoints already"));
    EXPECT_THAT(outputOf(train({"--resume", "latest"})), HasSubstr("going on from checkpoint step-00000030"));
    EXPECT_TRUE(fs::exists(path("run/attempt-2/rank-0.jsonl")));
}

TEST_F(Commands, WrongUseIsExplained)
{
    EXPECT_THAT(errorOf({"train"}, ExitCode::Usage), HasSubstr("--run-folder DIR, or --launch-stdin"));
    EXPECT_THAT(errorOf({"train", "x.json", "--launch-stdin"}, ExitCode::Usage), HasSubstr("one too many"));
    EXPECT_THAT(errorOf(train({"--resume", "oldest"}), ExitCode::Usage),
                HasSubstr("--resume takes \"latest\" or the name of a checkpoint"));
    for (const char* threads : {"0", "2x", "", "1025"})
        EXPECT_THAT(errorOf(train({"--threads", threads}), ExitCode::Usage),
                    HasSubstr("--threads takes a number"));
    EXPECT_THAT(errorOf({"train", path("absent"), "--run-folder", path("run")}, ExitCode::InvalidExperiment),
                HasSubstr("cannot be read"));
    write("experiment.lockstep.json", R"({"version": 1, "training": {"batch": 0}})");
    EXPECT_THAT(errorOf(train(), ExitCode::InvalidExperiment), HasSubstr("training.batch"));
    EXPECT_THAT(errorOf({"evaluate", path("absent")}, ExitCode::CheckpointError), HasSubstr("Cannot open"));
    EXPECT_THAT(errorOf({"inspect", path("absent")}, ExitCode::CheckpointError), HasSubstr("absent"));
    fs::create_directory(path("empty"));
    EXPECT_THAT(errorOf({"inspect", path("empty")}, ExitCode::CheckpointError), HasSubstr("manifest.json"));
}

TEST_F(Commands, SeveralRanksByHandAreRefusedWithTheWayOut)
{
    ::setenv("RANK", "1", 1);
    ::setenv("WORLD_SIZE", "2", 1);
    EXPECT_THAT(errorOf(train(), ExitCode::Usage), HasSubstr("rank 1 of 2"));
    ::setenv("RANK", "0", 1);
    ::setenv("WORLD_SIZE", "1", 1);
    EXPECT_THAT(outputOf(train()), HasSubstr("finished after 30 steps"));
}

TEST_F(Commands, DescribeShowsTheLayers)
{
    const std::string text = outputOf({"describe", "mnist-cnn"});
    EXPECT_THAT(text, HasSubstr("20350"));
    EXPECT_THAT(text, HasSubstr("20x14x14"));
    EXPECT_THAT(outputOf({"--version"}), HasSubstr("lockstep-engine 0."));
}

TEST(Libraries, AreToldAsOneLineOfJson)
{
    const std::string text = outputOf({"libraries"});
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
    const Result<GpuLibraries> libraries = parseGpuLibraries(text);
    ASSERT_TRUE(libraries.ok()) << libraries.error().message();
    EXPECT_FALSE(libraries->machine.empty());
    EXPECT_EQ(libraries->cuda.empty(), libraries->found.empty() && libraries->missing.empty());
    for (const GpuPackage& package : libraries->found) {
        EXPECT_FALSE(package.files.empty()) << package.package;
        for (const GpuLibraryFile& file : package.files)
            EXPECT_TRUE(std::filesystem::exists(file.path) && file.sha256.empty()) << file.path;
    }
}

TEST(UsableCores, KnowsAffinityAndQuota)
{
    EXPECT_GE(usableCores(), 1);
    EXPECT_DOUBLE_EQ(coresOfCpuMax("150000 100000\n"), 1.5);
    EXPECT_DOUBLE_EQ(coresOfCpuMax("max 100000\n"), 0);
    EXPECT_DOUBLE_EQ(coresOfCpuMax(""), 0);
    EXPECT_DOUBLE_EQ(coresOfCpuMax("-1 100000"), 0);
    cpu_set_t before;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    int first = 0;
    while (!CPU_ISSET(first, &before))
        ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(usableCores(), 1);
    ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
}

} // namespace
} // namespace lockstep
