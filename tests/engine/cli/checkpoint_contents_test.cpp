// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/checkpoint_contents.h"
#include "engine/protocol/evaluation_report.h"
#include "engine/train/prediction_tally.h"
#include "tests/engine/cli/commands_fixture.h"
#include "tests/support/python_output.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

namespace lockstep {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// Sums of floats differ in their last digits by the order of adding.
constexpr double kRelative = 1e-9;

class CheckpointContentsCommands : public Commands {
protected:
    CheckpointContents contents(const std::vector<std::string>& words) const
    {
        std::vector<std::string> all = {"inspect", "--json"};
        all.insert(all.end(), words.begin(), words.end());
        const Result<CheckpointContents> parsed = parseCheckpointContents(outputOf(all));
        EXPECT_TRUE(parsed.ok()) << parsed.error().message();
        return parsed.ok() ? *parsed : CheckpointContents{};
    }
    EvaluationReport report(const std::string& output) const
    {
        const Result<EvaluationReport> parsed = parseEvaluationReport(output);
        EXPECT_TRUE(parsed.ok()) << parsed.error().message();
        return parsed.ok() ? *parsed : EvaluationReport{};
    }
    /// A training of mnist-cnn on noise, whose checkpoint is `checkpoint()`.
    void trainOnNoise() const
    {
        pythonOutput("torch_losses.py data " + path(""));
        write("experiment.lockstep.json",
              R"({"version": 1, "name": "short", "topology": {"hosts": [{"id": "h", "name": "here",
                  "connection": "local", "devices": ["cpu"]}]}, "model": {"name": "mnist-cnn"},
                  "data": {"kind": "mnist", "path": ")" +
                  path("") + R"("}, "training": {"batch": 20, "epochs": 1}})");
        outputOf(train());
    }
    std::string checkpoint() const { return path("run/checkpoints/step-00000003"); }
};

TEST_F(CheckpointContentsCommands, FiguresAreThoseOfNumpy)
{
    trainOnNoise();
    const std::string file = checkpoint() + "/model.safetensors";
    const json expected = json::parse(pythonOutput("tensor_figures.py " + file));
    const CheckpointContents found = contents({checkpoint(), "--filters"});
    EXPECT_TRUE(found.verified);
    EXPECT_EQ(found.model, "mnist-cnn");
    ASSERT_EQ(found.tensors.size(), expected["tensors"].size());
    for (const TensorContents& tensor : found.tensors) {
        SCOPED_TRACE(tensor.name);
        const json& of = expected["tensors"][tensor.name];
        EXPECT_EQ(tensor.type, of["type"]);
        EXPECT_EQ(json(tensor.shape), of["shape"]);
        EXPECT_NEAR(tensor.norm, of["norm"], kRelative * tensor.norm);
        EXPECT_NEAR(tensor.mean.value(), of["mean"], kRelative * tensor.norm);
        EXPECT_EQ(tensor.least.value(), of["min"]);
        EXPECT_EQ(tensor.largest.value(), of["max"]);
        EXPECT_EQ(json(tensor.histogram), of["histogram"]);
    }
    EXPECT_EQ(found.filters.tensor, "conv1.weight");
    EXPECT_EQ(found.filters.shape, (std::vector<std::int64_t>{20, 1, 5, 5}));
    EXPECT_EQ(contents({file}).tensors, found.tensors);
    EXPECT_EQ(contents({file}).filters, FilterBank{}) << "nobody asked";

    // The kernels, value by value: base64 of what numpy read.
    std::string bytes;
    for (const double value : expected["filters"]) {
        const auto f32 = static_cast<float>(value);
        bytes.append(reinterpret_cast<const char*>(&f32), sizeof f32);
    }
    EXPECT_EQ(found.filters.values,
              base64({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
}

TEST_F(CheckpointContentsCommands, ADamagedCheckpointTellsNothingButItsError)
{
    trainOnNoise();
    const std::string file = checkpoint() + "/model.safetensors";
    std::fstream shard(file, std::ios::in | std::ios::out | std::ios::binary);
    shard.seekp(-1, std::ios::end);
    shard.put('\x55');
    shard.close();
    ::testing::internal::CaptureStdout();
    EXPECT_THROW(runCommandLine(std::vector<std::string>{"inspect", "--json", checkpoint()}), EngineError);
    const std::string told = ::testing::internal::GetCapturedStdout();
    EXPECT_THAT(parseError(told).message(), HasSubstr("model.safetensors is damaged"));
    EXPECT_EQ(json::parse(told)["text"], "%1 is damaged: its SHA-256 is not the one in the manifest.");
}

TEST_F(CheckpointContentsCommands, PredictionsAreThoseOfPyTorch)
{
    trainOnNoise();
    outputOf({"export", checkpoint(), "--to", path("w.pth")});
    const json torch = json::parse(pythonOutput("torch_losses.py predictions " + path("")));
    const std::vector<std::string> words = {
        "evaluate",      checkpoint(), "--experiment", path("experiment.lockstep.json"), "--json",
        "--predictions", "50"};
    const EvaluationReport found = report(outputOf(words));
    EXPECT_EQ(found.images, 50);
    EXPECT_EQ(found.device, "cpu");

    json matrix(std::vector<std::vector<int>>(10, std::vector<int>(10)));
    const Confusion& confusion = found.confusion;
    for (std::size_t i = 0; i < confusion.pairs.size(); i += 3)
        matrix[static_cast<std::size_t>(confusion.pairs[i])]
              [static_cast<std::size_t>(confusion.pairs[i + 1])] = confusion.pairs[i + 2];
    EXPECT_EQ(matrix, torch["confusion"]);
    EXPECT_EQ(std::accumulate(confusion.counts.begin(), confusion.counts.end(), 0), 50);
    EXPECT_EQ(std::accumulate(confusion.correct.begin(), confusion.correct.end(), 0),
              std::lround(found.top1 * 50));
    EXPECT_EQ(confusion.undecided, 0);

    // As many samples as there are: all of them, in their order.
    ASSERT_EQ(found.samples.size(), 50u);
    std::vector<std::pair<double, int>> mistakes;
    for (std::size_t i = 0; i < 50; ++i) {
        const Prediction& sample = found.samples[i];
        EXPECT_EQ(sample.sample.index, static_cast<int>(i));
        EXPECT_EQ(sample.sample.label, torch["classes"][i]);
        EXPECT_EQ(sample.predicted, torch["predicted"][i]);
        EXPECT_NEAR(sample.probability, torch["probability"][i], 1e-5);
        EXPECT_NEAR(sample.labelProbability, torch["label_probability"][i], 1e-5);
        if (sample.predicted != sample.sample.label)
            mistakes.emplace_back(torch["label_probability"][i].get<double>(), sample.sample.index);
    }
    std::ranges::sort(mistakes);
    ASSERT_EQ(found.worst.size(), mistakes.size());
    ASSERT_GT(mistakes.size(), 4u);
    for (std::size_t i = 0; i < mistakes.size(); ++i)
        EXPECT_NEAR(found.worst[i].labelProbability, mistakes[i].first, 1e-5) << i;
    EXPECT_EQ(found.worst[0].sample.index, mistakes[0].second);
    EXPECT_FALSE(found.worst[0].sample.pixels.empty());

    // The same whatever the batches are, and the fewer are the first of the more.
    std::vector<std::string> others = words;
    others.back() = "4";
    others.insert(others.end(), {"--batch", "7"});
    const EvaluationReport few = report(outputOf(others));
    EXPECT_EQ(few.confusion, confusion);
    ASSERT_EQ(few.worst.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(few.worst[i].sample, found.worst[i].sample);
    ASSERT_EQ(few.samples.size(), 4u);
    EXPECT_EQ(few.samples[3].sample.index, 37);
}

Batch batchOf(std::span<const std::size_t> indices, std::span<const std::int32_t> labels)
{
    Batch batch;
    batch.indices = indices;
    batch.labels = labels;
    batch.count = static_cast<int>(labels.size());
    return batch;
}

TEST(PredictionTally, TakesTheFirstOfEqualsAndLeavesOutWhatIsNoNumber)
{
    const float nan = std::nanf("");
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<std::size_t> indices = {4, 7, 8, 9};
    const std::vector<std::int32_t> labels = {1, 0, 1, 0};
    const std::vector<float> logits = {2, 2, /**/ -1, nan, /**/ infinity, 0, /**/ -infinity, -infinity};
    PredictionTally tally(10, 2, 10);
    tally.add(batchOf(indices, labels), logits);
    const Confusion confusion = tally.confusion();
    EXPECT_EQ(confusion.counts, (std::vector<int>{2, 2}));
    EXPECT_EQ(confusion.predicted, (std::vector<int>{3, 0}));
    EXPECT_EQ(confusion.correct, (std::vector<int>{1, 0}));
    EXPECT_EQ(confusion.pairs, (std::vector<int>{0, 0, 1, 1, 0, 2}));
    EXPECT_EQ(confusion.undecided, 1);
    // The sure mistake is the worst; all probabilities are numbers.
    EXPECT_EQ(tally.worst(), (std::vector<PredictedSample>{{8, 1, 0, 1, 0}, {4, 1, 0, 0.5, 0.5}}));
    EXPECT_EQ(tally.samples(),
              (std::vector<PredictedSample>{{4, 1, 0, 0.5, 0.5}, {8, 1, 0, 1, 0}, {9, 0, 0, 0.5, 0.5}}));
}

TEST_F(CheckpointContentsCommands, AnEvaluationSaysHowFarItIs)
{
    trainOnNoise();
    const std::string output =
        outputOf({"evaluate", checkpoint(), "--experiment", path("experiment.lockstep.json"), "--json",
                  "--progress", "--batch", "5"});
    std::istringstream lines(output);
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const Result<EvaluationProgress> first = parseEvaluationProgress(line);
    ASSERT_TRUE(first.ok()) << first.error().message();
    EXPECT_EQ(*first, (EvaluationProgress{5, 50}));
    for (std::string next; std::getline(lines, next);)
        line = next;
    EXPECT_EQ(report(line).confusion, Confusion{}) << "nobody asked";
    EXPECT_THAT(errorOf({"evaluate", checkpoint(), "--predictions", "101"}, ExitCode::Usage),
                HasSubstr("from 0 to 100"));
}

TEST_F(CheckpointContentsCommands, DifferencesAreTold)
{
    trainOnNoise();
    outputOf({"export", checkpoint(), "--to", path("copy.safetensors")});
    const Result<CheckpointDifference> same =
        parseCheckpointDifference(outputOf({"inspect", "--json", checkpoint(), path("copy.safetensors")}));
    ASSERT_TRUE(same.ok()) << same.error().message();
    EXPECT_TRUE(same->equal);
    EXPECT_EQ(same->equalBits.size(), 6u);
    EXPECT_TRUE(same->differing.empty());
}

} // namespace
} // namespace lockstep
