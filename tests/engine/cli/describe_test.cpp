// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/command_output.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace lockstep {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::vector<std::string> describing(std::vector<std::string> words)
{
    words.insert(words.begin(), "describe");
    return words;
}

std::string describe(const std::vector<std::string>& words)
{
    return outputOf(describing(words));
}

std::string refusal(const std::vector<std::string>& words, ExitCode code)
{
    return errorOf(describing(words), code);
}

TEST(Describe, TellsAboutEveryLayer)
{
    const json described = json::parse(describe({"resnet18", "--json"}));
    EXPECT_EQ(described["model"], "resnet18");
    EXPECT_EQ(described["input"], json({3, 224, 224}));
    EXPECT_EQ(described["classes"], 1000);
    EXPECT_EQ(described["parameters"], 11689512);
    EXPECT_EQ(described["auxiliary_parameters"], 0);
    EXPECT_NEAR(described["flops"].get<double>(), 3.63e9, 0.02e9);
    std::int64_t parameters = 0;
    std::int64_t flops = 0;
    std::int64_t bytes = 0;
    for (const json& layer : described["layers"]) {
        parameters += layer["parameters"].get<std::int64_t>();
        flops += layer["flops"].get<std::int64_t>();
        bytes += layer["activation_bytes"].get<std::int64_t>();
    }
    EXPECT_EQ(parameters, described["parameters"]);
    EXPECT_EQ(flops, described["flops"]);
    EXPECT_EQ(bytes, described["activation_bytes"]);
    EXPECT_EQ(described["layers"][1],
              json::parse(R"({"name": "conv1", "kind": "convolution", "output": [64, 112, 112],
        "parameters": 9408, "tensors": [[64, 3, 7, 7]], "flops": 236027904, "activation_bytes": 3211264, "training_only": false})"));
    EXPECT_EQ(described["layers"][4]["kind"], "max_pool");
    EXPECT_EQ(described["layers"].back()["kind"], "linear");
}

TEST(Describe, CountsAuxiliaryHeadsApart)
{
    const json described = json::parse(describe({"googlenet", "--json"}));
    EXPECT_EQ(described["parameters"], 6624904);
    EXPECT_EQ(described["auxiliary_parameters"], 6379984);
    std::int64_t auxiliary = 0;
    for (const json& layer : described["layers"])
        if (layer["training_only"])
            auxiliary += layer["parameters"].get<std::int64_t>();
    EXPECT_EQ(auxiliary, described["auxiliary_parameters"]);
    EXPECT_THAT(describe({"googlenet"}), HasSubstr("6379984 more parameters"));
}

TEST(Describe, NamesEveryKindOfLayer)
{
    const auto kinds = [](const char* model) {
        std::set<std::string> all;
        const json described = json::parse(describe({model, "--json"}));
        for (const json& layer : described["layers"])
            all.insert(layer["kind"]);
        return all;
    };
    EXPECT_THAT(kinds("convnext_tiny"),
                ::testing::ElementsAre("activation", "add", "average_pool", "convolution", "input",
                                       "layer_norm", "layer_scale", "linear", "stochastic_depth"));
    EXPECT_THAT(kinds("shufflenet_v2_x0_5"),
                ::testing::ElementsAre("activation", "average_pool", "batch_norm", "channel_shuffle",
                                       "concat", "convolution", "input", "linear", "max_pool", "slice"));
    EXPECT_THAT(kinds("resnet20"), ::testing::ElementsAre("activation", "add", "average_pool", "batch_norm",
                                                          "convolution", "input", "linear", "subsample"));
    EXPECT_THAT(kinds("alexnet"), ::testing::Contains("dropout"));
    EXPECT_THAT(kinds("i3d"),
                ::testing::ElementsAre("activation", "average_pool", "batch_norm", "clip_convolution",
                                       "clip_max_pool", "concat", "dropout", "input"));
}

TEST(Describe, FollowsItsOptions)
{
    const json described =
        json::parse(describe({"resnet50", "--input", "1x64x48", "--classes", "7", "--batch", "3",
                              "--precision", "bf16", "--optimizer", "adamw", "--json"}));
    EXPECT_EQ(described["input"], json({1, 64, 48}));
    EXPECT_EQ(described["layers"].back()["output"], json({7}));
    const json& memory = described["training_memory"];
    EXPECT_EQ(memory["batch"], 3);
    EXPECT_EQ(memory["precision"], "bf16");
    EXPECT_EQ(memory["optimizer"], "adamw");
    const std::int64_t parameters = described["parameters"];
    EXPECT_EQ(memory["parameters"], parameters * 6);
    EXPECT_EQ(memory["gradients"], parameters * 4);
    EXPECT_EQ(memory["optimizer_state"], parameters * 8);
    std::int64_t total = 0;
    for (const char* part :
         {"parameters", "gradients", "optimizer_state", "buffers", "activations", "activation_gradients"})
        total += memory[part].get<std::int64_t>();
    EXPECT_EQ(memory["total"], total);
}

TEST(Describe, TellsWhatADeviceOfThisHostPlans)
{
    const auto planned = [](const std::string& threads) {
        return json::parse(describe({"resnet18", "--input", "3x64x64", "--batch", "4", "--optimizer", "adam",
                                     "--device", "cpu", "--threads", threads, "--json"}))["planned_memory"];
    };
    const json two = planned("2");
    EXPECT_EQ(two["device"], "cpu");
    EXPECT_EQ(two["threads"], 2);
    EXPECT_EQ(two["parameters"], 11689512 * 4);
    EXPECT_EQ(two["gradients"], 11689512 * 4);
    EXPECT_EQ(two["optimizer_state"], 11689512 * 8);
    std::int64_t total = 0;
    for (const char* part : {"parameters", "gradients", "optimizer_state", "buffers", "packed_weights",
                             "activations", "workspace"})
        total += two[part].get<std::int64_t>();
    EXPECT_EQ(two["total"], total);
    EXPECT_GT(planned("4")["workspace"], two["workspace"]); // each worker's own
    EXPECT_THAT(describe({"lenet", "--device", "cpu", "--threads", "1"}), HasSubstr("On cpu with 1 threads"));
    EXPECT_THAT(refusal({"lenet", "--device", "cuda:0"}, ExitCode::DeviceUnavailable), HasSubstr("cuda:0"));
    EXPECT_THAT(refusal({"lenet", "--device", "abacus"}, ExitCode::Usage), HasSubstr("abacus"));
}

TEST(Describe, KnowsClips)
{
    const auto input = [](std::vector<std::string> words) {
        words.emplace_back("--json");
        return json::parse(describe(words))["input"];
    };
    EXPECT_EQ(input({"i3d"}), json({3, 64, 224, 224}));
    EXPECT_EQ(input({"i3d", "--frames", "16"}), json({3, 16, 224, 224}));
    EXPECT_EQ(input({"i3d", "--input", "2x20x112x96"}), json({2, 20, 112, 96}));
    EXPECT_EQ(input({"i3d", "--input", "2x112x96", "--frames", "9"}), json({2, 9, 112, 96}));
    const json described = json::parse(describe({"i3d", "--classes", "101", "--json"}));
    EXPECT_EQ(described["parameters"], 12287264 + 1025 * 101);
    EXPECT_EQ(described["layers"][1]["output"], json({64, 32, 112, 112}));
    EXPECT_EQ(described["layers"][1]["flops"], std::int64_t{2} * 3 * 343 * 64 * 32 * 112 * 112);
    EXPECT_THAT(
        describe({"i3d"}),
        HasSubstr("Mixed_3b.b0.conv3d   64x32x28x28          12288        616562688        6422528\n"));
    EXPECT_THAT(refusal({"i3d", "--input", "3x224x224"}, ExitCode::InvalidExperiment),
                HasSubstr("The model i3d learns clips of video"));
    EXPECT_THAT(refusal({"resnet18", "--frames", "16"}, ExitCode::InvalidExperiment),
                HasSubstr("the samples are clips of video of the shape 3x16x224x224"));
    for (const char* frames : {"", "0", "1025", "two"})
        EXPECT_THAT(
            refusal({"i3d", "--frames=" + std::string(frames)}, ExitCode::Usage),
            HasSubstr("--frames is \"" + std::string(frames) + "\"; expected a whole number from 1 to 1024"));
    for (const char* tooLarge : {"3x1025x4x4", "3x1024x16384x16384"})
        EXPECT_THAT(refusal({"i3d", "--input", tooLarge}, ExitCode::Usage),
                    HasSubstr("expected a clip of at most"));
}

TEST(Describe, PrintsATable)
{
    const std::string text = describe({"lenet", "--batch", "64"});
    EXPECT_THAT(text, HasSubstr("conv2 50x8x8               25050          3200000          12800\n"));
    EXPECT_THAT(text, HasSubstr("all                       431080          4615940         139656\n"));
    EXPECT_THAT(text, HasSubstr("Training with a batch of 64, f32, momentum needs about\n"));
    EXPECT_THAT(text, HasSubstr("  optimiser state                   1.6 MiB\n"));
}

TEST(Describe, SaysWhatIsWrong)
{
    EXPECT_THAT(refusal({"resnet19"}, ExitCode::InvalidExperiment), HasSubstr("resnet18, resnet34"));
    EXPECT_THAT(
        refusal({"alexnet", "--input", "3x62x62"}, ExitCode::InvalidExperiment),
        HasSubstr("Layer features.12 of the model: its window of 3 is larger than its input of 256x2x2"));
    for (const char* input : {"", "3", "3x224", "3x224x", "x3x224", "3x224x224x1x1", "3X224X224", "3x0x4",
                              "-3x4x4", "3x4x4 ", "03x4x4", "3x16385x4", "3x99999999999x4"})
        EXPECT_THAT(
            refusal({"resnet18", "--input=" + std::string(input)}, ExitCode::Usage),
            HasSubstr("--input is \"" + std::string(input) + "\"; expected channels, height and width"));
    for (const char* count : {"", "0", "-1", "1.5", "2000000", "many"})
        EXPECT_THAT(refusal({"resnet18", "--classes=" + std::string(count)}, ExitCode::Usage),
                    HasSubstr("expected a whole number from 1 to 1048576"));
    EXPECT_THAT(refusal({"resnet18", "--batch", "65537"}, ExitCode::Usage), HasSubstr("from 1 to 65536"));
    EXPECT_THAT(refusal({"resnet18", "--precision", "f16"}, ExitCode::Usage),
                HasSubstr("expected one of f32, bf16, fp16"));
    EXPECT_THAT(refusal({"resnet18", "--optimizer", "lion"}, ExitCode::Usage), HasSubstr("adam, adamw"));
}

TEST(Describe, CountsTheLargestThingsWithoutOverflow)
{
    for (const char* model : {"vgg19_bn", "resnet152", "convnext_base", "mnist-cnn"}) {
        const json described = json::parse(describe(
            {model, "--input", "16384x16384x16384", "--classes", "1048576", "--batch", "65536", "--json"}));
        EXPECT_GT(described["flops"], std::int64_t{1} << 40) << model;
        EXPECT_GT(described["training_memory"]["activations"], std::int64_t{1} << 56) << model;
        for (const char* part : {"parameters", "gradients", "activation_gradients", "total"})
            EXPECT_GT(described["training_memory"][part], 0) << model << " " << part;
    }
    for (const char* clip : {"1x1024x8192x8192", "16384x16x512x512", "256x1x16384x16384"}) {
        const json described = json::parse(
            describe({"i3d", "--input", clip, "--classes", "1048576", "--batch", "65536", "--json"}));
        EXPECT_GT(described["flops"], std::int64_t{1} << 36) << clip;
        EXPECT_GT(described["training_memory"]["activations"], std::int64_t{1} << 54) << clip;
        EXPECT_GT(described["training_memory"]["activation_gradients"], std::int64_t{1} << 40) << clip;
        EXPECT_GT(described["training_memory"]["total"], described["training_memory"]["activations"]) << clip;
    }
}

} // namespace
} // namespace lockstep
