// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/commands_fixture.h"
#include "tests/support/python_output.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string kPublished = LOCKSTEP_SHARED_DATA "/weights/resnet20-12fca82f.th";

class WeightCommands : public Commands {
protected:
    json evaluated(std::vector<std::string> words) const
    {
        words.insert(words.begin(), "evaluate");
        words.push_back("--json");
        return json::parse(outputOf(words));
    }
};

TEST_F(WeightCommands, APublishedCheckpointReachesItsPublishedAccuracy)
{
    pythonOutput("cifar10_from_sheets.py " LOCKSTEP_SHARED_DATA "/cifar10-lossless " + path(""));
    const std::vector<std::string> data = {"--data", "cifar10",           "--path", path(""),
                                           "--mean", "0.485,0.456,0.406", "--std",  "0.229,0.224,0.225"};
    std::vector<std::string> words = {kPublished, "--model", "resnet20"};
    words.insert(words.end(), data.begin(), data.end());
    const json direct = evaluated(words);
    EXPECT_EQ(direct["images"], 4000);
    EXPECT_GE(direct["top1"], 0.997);
    EXPECT_LE(direct["top1"], 1);
    EXPECT_GE(direct["top5"], direct["top1"]);
    EXPECT_LT(direct["loss"], 0.05);

    // The same through our own files, on the first 400.
    std::filesystem::resize_file(path("test_batch.bin"), std::uintmax_t{400} * 3073);
    const json few = evaluated(words);
    EXPECT_EQ(few["images"], 400);
    for (const char* name : {"copy.safetensors", "copy.pth"}) {
        outputOf({"export", kPublished, "--to", path(name)});
        words[0] = path(name);
        EXPECT_EQ(evaluated(words)["loss"], few["loss"]) << name;
    }
    // CIFAR's own mean and deviation are not those that it was trained with.
    words.resize(words.size() - 4);
    EXPECT_NE(evaluated(words)["loss"], few["loss"]);
}

/// The last validation of a training, as rank 0 recorded it.
double lastValidationLoss(const std::string& journalPath)
{
    std::ifstream journal(journalPath);
    double loss = -1;
    for (std::string line; std::getline(journal, line);) {
        const json record = json::parse(line);
        if (record["kind"] == "evaluated")
            loss = record["loss"];
    }
    return loss;
}

TEST_F(WeightCommands, EvaluateTakesTheLossOfTheTraining)
{
    pythonOutput("torch_losses.py data " + path(""));
    const std::vector<std::string> data = {"--data", "mnist", "--path", path("")};
    const auto withData = [&](std::vector<std::string> words) {
        words.insert(words.end(), data.begin(), data.end());
        return evaluated(words);
    };
    for (const std::string loss :
         {"\"cross-entropy\"", "\"cross-entropy\", \"label_smoothing\": 0.2", "\"squared-error\""}) {
        SCOPED_TRACE(loss);
        write("experiment.lockstep.json",
              R"({"version": 1, "name": "short", "topology": {"hosts": [{"id": "h", "name": "here",
                  "connection": "local", "devices": ["cpu"]}]}, "model": {"name": "mnist-cnn"},
                  "data": {"kind": "mnist", "path": ")" +
                  path("") + R"("}, "training": {"batch": 20, "epochs": 1, "loss": )" + loss + "}}");
        std::filesystem::remove_all(path("run"));
        outputOf(train());
        const std::string checkpoint = path("run/checkpoints/step-00000003");
        const json found = withData({checkpoint});
        // The same arithmetic on the same weights, in other batches.
        EXPECT_NEAR(found["loss"], lastValidationLoss(path("run/attempt-1/rank-0.jsonl")),
                    1e-6 * found["loss"].get<double>());

        outputOf({"export", checkpoint, "--to", path("w.pth")});
        const json torch = json::parse(pythonOutput("torch_losses.py losses " + path("")));
        EXPECT_NEAR(found["loss"], torch[loss].get<double>(), 1e-5 * torch[loss].get<double>());
        // Whoever has the weights alone says what to measure.
        const std::vector<std::string> bare = {path("w.pth"), "--model", "mnist-cnn"};
        EXPECT_NEAR(withData(bare)["loss"], torch["\"cross-entropy\""], 1e-5);
        std::vector<std::string> smoothed = bare;
        smoothed.insert(smoothed.end(), {"--loss", "cross-entropy", "--label-smoothing", "0.2"});
        EXPECT_NEAR(withData(smoothed)["loss"], torch["\"cross-entropy\", \"label_smoothing\": 0.2"], 1e-5);
        EXPECT_NEAR(withData({checkpoint, "--loss", "squared-error"})["loss"], torch["\"squared-error\""],
                    1e-5);
    }
    EXPECT_THAT(errorOf({"evaluate", kPublished, "--model", "resnet20", "--loss", "hinge"}, ExitCode::Usage),
                HasSubstr("training.loss"));
}

TEST_F(WeightCommands, EvaluateNamesClassesThatAreNotThoseOfTheTraining)
{
    write("other.lockstep.json",
          R"({"version": 1, "name": "other", "topology": {"hosts": [{"id": "h", "name": "here",
              "connection": "local", "devices": ["cpu"]}]}, "model": {"name": "resnet20"},
              "data": {"kind": "synthetic", "image_size": 32, "classes": 4, "samples": 40}})");
    EXPECT_THAT(
        errorOf({"evaluate", kPublished, "--model", "resnet20", "--experiment", path("other.lockstep.json")},
                ExitCode::CheckpointError),
        HasSubstr("The model was trained for 10 classes, but these data have 4."));
}

TEST_F(WeightCommands, WhatWeTrainOpensInPyTorch)
{
    write("experiment.lockstep.json",
          R"({"version": 1, "name": "short", "topology": {"hosts": [{"id": "h", "name": "here",
              "connection": "local", "devices": ["cpu"]}]}, "model": {"name": "resnet18"},
              "data": {"kind": "synthetic", "image_size": 32, "classes": 7, "samples": 48},
              "training": {"optimizer": "momentum", "learning_rate": 0.01, "batch": 16, "epochs": 1}})");
    outputOf(train());
    const std::string checkpoint = path("run/checkpoints/step-00000003");
    for (const char* name : {"w.pth", "w.safetensors"}) {
        EXPECT_THAT(outputOf({"export", checkpoint, "--to", path(name)}),
                    HasSubstr(path(name) + ": 122 tensors"));
        const std::string taken = pythonOutput("torch_file_peer.py take " + path(name) + " 7 resnet18");
        EXPECT_THAT(taken, HasSubstr("<All keys matched successfully>"));
        EXPECT_THAT(taken, HasSubstr("batches: {3}"));
    }
}

TEST_F(WeightCommands, InspectTellsTwoCheckpointsApart)
{
    outputOf(train());
    const std::string checkpoint = path("run/checkpoints/step-00000030");
    outputOf({"export", checkpoint, "--to", path("same.pth")});
    json difference = json::parse(outputOf({"inspect", checkpoint, path("same.pth"), "--json"}));
    EXPECT_EQ(difference["equal"], true);
    EXPECT_EQ(difference["equal_bits"].size(), 6u);
    EXPECT_EQ(json::parse(outputOf({"inspect", checkpoint, checkpoint, "--json"}))["equal_bits"].size(), 12u);

    outputOf({"export", checkpoint, "--to", path("prefixed.safetensors"), "--prefix", "m."});
    difference = json::parse(outputOf({"inspect", checkpoint, path("prefixed.safetensors"), "--json"}));
    EXPECT_EQ(difference["equal"], false);
    EXPECT_EQ(difference["only_in_first"].size(), 6u);
    EXPECT_EQ(difference["only_in_second"].size(), 6u);
    const std::string text = outputOf({"inspect", kPublished, checkpoint});
    EXPECT_THAT(text, HasSubstr("of another shape"));
    EXPECT_THAT(text,
                HasSubstr("conv1.weight                                     16x3x3x3         20x1x5x5"));
}

TEST_F(WeightCommands, InspectShowsAPyTorchFile)
{
    const json file = json::parse(outputOf({"inspect", kPublished, "--json"}));
    EXPECT_EQ(file["format"], "PyTorch, old layout");
    EXPECT_EQ(file["prefix"], "module.");
    EXPECT_EQ(file["skipped"], json({"best_prec1"}));
    EXPECT_EQ(file["tensors"][0]["type"], "F32");
    EXPECT_EQ(file["tensors"][0]["nan"], 0);
    EXPECT_LT(file["tensors"][0]["min"], file["tensors"][0]["max"]);
    EXPECT_THAT(outputOf({"inspect", kPublished}), HasSubstr("skipped      \"best_prec1\""));
}

TEST_F(WeightCommands, WrongUseIsExplained)
{
    const auto usage = [&](std::vector<std::string> words) { return errorOf(words, ExitCode::Usage); };
    EXPECT_THAT(usage({"evaluate", kPublished}), HasSubstr("--model NAME"));
    EXPECT_THAT(usage({"evaluate", kPublished, "--model", "resnet20", "--data", "moon"}),
                HasSubstr("data.kind: found \"moon\", expected"));
    EXPECT_THAT(usage({"evaluate", kPublished, "--model", "resnet20", "--mean", "0.5"}),
                HasSubstr("belong together"));
    EXPECT_THAT(usage({"evaluate", kPublished, "--model", "resnet20", "--batch", "0"}),
                HasSubstr("training.batch"));
    EXPECT_THAT(usage({"evaluate", kPublished, "--model", "mnist-cnn", "--set", "moon"}),
                HasSubstr("no set \"moon\""));
    EXPECT_THAT(errorOf({"evaluate", kPublished, "--model", "mnist-cnn"}, ExitCode::CheckpointError),
                HasSubstr("conv1.weight of the checkpoint has shape 16x3x3x3, but the model needs 20x1x5x5"));
    EXPECT_THAT(usage({"export", kPublished}), HasSubstr("--to names the file"));
    EXPECT_THAT(usage({"export", kPublished, "--to", path("x.onnx")}), HasSubstr("must end in .pth"));
    write("page.pth", "<html>");
    for (const char* command : {"inspect", "evaluate", "export"}) {
        std::vector<std::string> words = {command, path("page.pth")};
        if (words[0] == "evaluate")
            words.insert(words.end(), {"--model", "resnet20"});
        if (words[0] == "export")
            words.insert(words.end(), {"--to", path("x.pth")});
        EXPECT_THAT(errorOf(words, ExitCode::CheckpointError), HasSubstr("page.pth holds no weights"))
            << command;
    }
    EXPECT_FALSE(std::filesystem::exists(path("x.pth")));
}

} // namespace
} // namespace lockstep
