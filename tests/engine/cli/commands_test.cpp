// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/core/error.h"
#include "engine/core/processor.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sched.h>
#include <unistd.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// A short training on built-in digits, by hand, and the commands that look at its checkpoint.
class Commands : public ::testing::Test {
protected:
    Commands()
    {
        m_folder = (fs::temp_directory_path() / "lockstep-cli-XXXXXX").string();
        if (!::mkdtemp(m_folder.data()))
            throw std::runtime_error("cannot make a folder");
        write("experiment.lockstep.json",
              R"({"version": 1, "name": "short", "topology": {"hosts": [{"id": "h", "name": "here",
                  "connection": "local", "devices": ["cpu", "cpu"]}]}, "model": {"name": "mnist-cnn"},
                  "data": {"kind": "synthetic-digits"},
                  "training": {"optimizer": "momentum", "learning_rate": 0.05, "batch": 400, "epochs": 1}})");
        for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"})
            ::unsetenv(name);
    }
    ~Commands() override
    {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }

    void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
    std::string path(const std::string& name) const { return m_folder + "/" + name; }

    static std::string outputOf(const std::vector<std::string>& words)
    {
        ::testing::internal::CaptureStdout();
        ExitCode code = ExitCode::Failure;
        try {
            code = runCommandLine(words);
        } catch (...) {
            ::testing::internal::GetCapturedStdout();
            throw;
        }
        EXPECT_EQ(code, ExitCode::Success);
        return ::testing::internal::GetCapturedStdout();
    }

    static std::string errorOf(const std::vector<std::string>& words, ExitCode code)
    {
        try {
            outputOf(words);
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), code);
            return error.what();
        }
        ADD_FAILURE() << "nothing was thrown";
        return {};
    }

    std::vector<std::string> train(const std::vector<std::string>& more = {}) const
    {
        std::vector<std::string> words = {"train", path("experiment.lockstep.json"), "--run-folder", path("run")};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

private:
    std::string m_folder;
};

TEST_F(Commands, TrainInspectAndEvaluateAgree)
{
    const std::string log = outputOf(train());
    EXPECT_THAT(log, HasSubstr("epoch: 0, batch: 0, loss is: "));
    const std::string checkpoint = path("run/checkpoints/step-00000030");
    ASSERT_TRUE(fs::exists(checkpoint + "/manifest.json")) << log;

    const auto inspected = nlohmann::json::parse(outputOf({"inspect", checkpoint, "--json"}));
    EXPECT_EQ(inspected["model"], "mnist-cnn");
    EXPECT_EQ(inspected["parameters"], 20350);
    EXPECT_EQ(inspected["step"], 30);
    EXPECT_EQ(inspected["best"], true);
    EXPECT_EQ(inspected["tensors"][0]["name"], "conv1.weight");
    EXPECT_EQ(inspected["tensors"][0]["shape"], (std::vector<int>{20, 1, 5, 5}));
    EXPECT_GT(inspected["tensors"][0]["norm"], 0);
    EXPECT_EQ(inspected["optimizer_tensors"].size(), 6u);
    EXPECT_THAT(outputOf({"inspect", checkpoint}), HasSubstr("20350 parameters"));

    const auto file = nlohmann::json::parse(outputOf({"inspect", checkpoint + "/model.safetensors", "--json"}));
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
    EXPECT_THAT(errorOf(train({"--resume", "oldest"}), ExitCode::Usage), HasSubstr("--resume takes \"latest\""));
    for (const char* threads : {"0", "2x", "", "1025"})
        EXPECT_THAT(errorOf(train({"--threads", threads}), ExitCode::Usage), HasSubstr("--threads takes a number"));
    EXPECT_THAT(errorOf({"train", path("absent"), "--run-folder", path("run")}, ExitCode::InvalidExperiment),
                HasSubstr("cannot be read"));
    write("experiment.lockstep.json", R"({"version": 1, "training": {"batch": 0}})");
    EXPECT_THAT(errorOf(train(), ExitCode::InvalidExperiment), HasSubstr("training.batch"));
    EXPECT_THAT(errorOf({"evaluate", path("absent")}, ExitCode::Usage), HasSubstr("--model"));
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
