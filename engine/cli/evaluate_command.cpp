// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/experiment_file.h"
#include "engine/cli/measurement.h"
#include "engine/cli/subcommand.h"
#include "engine/cli/told_in_json.h"

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <sstream>

namespace lockstep {
namespace {

/// Values of the samples in one forward pass, so that large pictures do not take all memory.
constexpr std::int64_t kBatchValues = std::int64_t{1} << 22;
constexpr std::int64_t kMostImages = 100;

/// The options that stand for a key of the experiment document, which knows what they may be.
struct KeyOption {
    const char* option;
    const char* valueName;
    const char* help;
    const char* key;
};
constexpr KeyOption kKeyOptions[] = {
    {"--data", "KIND",
     "a kind of data of experiments: synthetic-digits (standard), mnist, cifar10, image-folder, clips, ...",
     "data.kind"},
    {"--path", "PATH", "where the data are", "data.path"},
    {"--mean", "R,G,B", "of each channel, for pixels from 0 to 1 (standard: the usual ones of the data)",
     "data.mean"},
    {"--std", "R,G,B", "deviation of each channel; with --mean", "data.std"},
    {"--test-list", "FILE", "clips: the list of those held out, which are the validation set",
     "data.test_list"},
    {"--frames", "N", "clips: frames of a sample (standard: 64)", "data.frames"},
    {"--image-size", "N", "image folders, clips: side of the centre crop (standard: 224)", "data.image_size"},
    {"--resize", "N", "image folders, clips: shorter side before it (standard: 256/224 of that side)",
     "data.resize"},
    {"--batch", "N", "images in one forward pass (standard: by their size)", "training.batch"},
    {"--precision", "P", "f32 (standard), bf16 or fp16", "training.precision"},
    {"--loss", "LOSS",
     "cross-entropy or squared-error (standard: what a checkpoint folder was trained on, else cross-entropy)",
     "training.loss"},
    {"--label-smoothing", "S", "of the cross-entropy (standard: as in the checkpoint's training, else 0)",
     "training.label_smoothing"},
};

/// Losses are those of the training, so that they can be compared with what it told of its validations.
Experiment experimentOf(const Arguments& arguments, const WeightFile& weights)
{
    if (arguments.has("--mean") != arguments.has("--std"))
        throw EngineError(
            ExitCode::Usage,
            Error{LOCKSTEP_TEXT("--mean and --std belong together: give both or neither."), {}, {}});
    Experiment experiment;
    if (arguments.has("--experiment"))
        experiment.data = readExperimentFile(arguments.value("--experiment")).data;
    if (weights.position) {
        experiment.training.loss = weights.position->loss;
        experiment.training.labelSmoothing = weights.position->labelSmoothing;
    }
    for (const KeyOption& option : kKeyOptions)
        if (arguments.has(option.option))
            experiment = valueOrThrow(withValue(experiment, option.key, arguments.value(option.option)),
                                      ExitCode::Usage);
    return experiment;
}

const Dataset& chooseSet(const DataSplits& data, const std::string& name)
{
    const Dataset* set = name == "training"     ? data.training.get()
                         : name == "validation" ? data.validation.get()
                         : name == "evaluation" ? data.evaluation.get()
                                                : nullptr;
    if (!set)
        throw EngineError(
            ExitCode::Usage,
            Error{LOCKSTEP_TEXT("These data have no set \"%1\"; --set takes training, validation or, "
                                "where there is one, evaluation."),
                  {name},
                  {}});
    return *set;
}

std::string modelName(const Arguments& arguments, const WeightFile& weights)
{
    if (!weights.position && !arguments.has("--model"))
        throw EngineError(
            ExitCode::Usage,
            Error{LOCKSTEP_TEXT("%1 is no checkpoint folder, so its model must be named: --model NAME."),
                  {arguments.positional().front()},
                  {}});
    return arguments.value("--model", weights.position ? weights.position->model : std::string());
}

/// "cross-entropy", "cross-entropy, label smoothing 0.1".
std::string lossText(const TrainingSpec& training)
{
    std::ostringstream text;
    text << toString(training.loss);
    if (training.loss == LossKind::CrossEntropy && training.labelSmoothing > 0)
        text << ", label smoothing " << training.labelSmoothing;
    return text.str();
}

EvaluationReport reportOf(const Measurement& measurement, const std::string& setName, Measured measured)
{
    const TrainingSpec& training = measurement.experiment.training;
    const Evaluation& result = measured.result;
    return {.model = measurement.model,
            .data = std::string(toString(measurement.experiment.data.kind)),
            .set = setName,
            .device = toString(measurement.device),
            .precision = std::string(toString(training.precision)),
            .lossKind = std::string(toString(training.loss)),
            .labelSmoothing = training.labelSmoothing,
            .images = result.samples,
            .damaged = measured.damage.count,
            .loss = std::isfinite(result.loss) ? std::optional(result.loss) : std::nullopt,
            .top1 = result.top1,
            .top5 = result.top5,
            .confusion = std::move(measured.confusion),
            .worst = std::move(measured.worst),
            .samples = std::move(measured.samples)};
}

int samplesOfBatch(const Arguments& arguments, const Experiment& experiment, const Dataset& set)
{
    if (arguments.has("--batch"))
        return experiment.training.batch;
    const std::int64_t fitting = kBatchValues / std::max<std::int64_t>(set.sampleShape().elements(), 1);
    return static_cast<int>(std::clamp<std::int64_t>(fitting, 1, kMostImages));
}

/// How many worst mistakes and samples are to be kept.
int predictionsOf(const Arguments& arguments)
{
    const std::string text = arguments.value("--predictions", "0");
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size() || count < 0 || count > kMostPredictions)
        throw EngineError(ExitCode::Usage,
                          Error{LOCKSTEP_TEXT("--predictions: found %1, expected a number from 0 to %2."),
                                {quotedText(text), std::to_string(kMostPredictions)},
                                {}});
    return count;
}

void printProgress(const EvaluationProgress& progress)
{
    std::cout << toJson(progress) << std::endl;
}

void printText(const EvaluationReport& report, const TrainingSpec& training)
{
    std::cout << report.model << " on the " << report.set << " set of " << report.data << ":\n"
              << "top1    " << report.top1 * 100 << " %\n"
              << "top5    " << report.top5 * 100 << " %\n"
              << "loss    " << report.loss.value_or(std::nan("")) << " (" << lossText(training) << ")\n"
              << "images  " << report.images << std::endl;
}

ExitCode runEvaluate(const Arguments& arguments)
{
    const int predictions = predictionsOf(arguments);
    const Device device = valueOrThrow(parseDevice(arguments.value("--device", "cpu")), ExitCode::Usage);
    const WeightFile weights = readWeightFile(arguments.positional().front());
    const std::string model = modelName(arguments, weights);
    const Experiment experiment = experimentOf(arguments, weights);
    const DataSplits data =
        openData(experiment.data, weights.position ? weights.position->seed : experiment.training.seed);
    const std::string setName = arguments.value("--set", data.validation ? "validation" : "training");
    const Dataset& set = chooseSet(data, setName);
    const Measurement measurement{.weights = weights,
                                  .model = model,
                                  .set = set,
                                  .experiment = experiment,
                                  .device = device,
                                  .batch = samplesOfBatch(arguments, experiment, set),
                                  .predictions = predictions,
                                  .progressed = arguments.has("--progress") ? printProgress : nullptr};
    Measured measured = measure(measurement);
    for (const Sentence& reason : measured.damage.sentences)
        std::cerr << reason.english() << std::endl;
    for (const Sentence& oddity : set.takeNotes().sentences)
        std::cerr << oddity.english() << std::endl;
    const EvaluationReport report = reportOf(measurement, setName, std::move(measured));
    if (arguments.has("--json"))
        std::cout << toJson(report) << std::endl;
    else
        printText(report, experiment.training);
    return ExitCode::Success;
}

} // namespace

Subcommand evaluateCommand()
{
    Subcommand command{
        "evaluate",
        "Measures a checkpoint (a folder, a .safetensors file or one of PyTorch) on a data set.",
        {"CHECKPOINT"},
        {},
        {{"--model", "NAME", "the model; a checkpoint folder knows its own"},
         {"--experiment", "FILE", "take the data from this experiment; other options go before it"}},
        [](const Arguments& arguments) { return toldInJson(arguments, runEvaluate); }};
    for (const KeyOption& option : kKeyOptions)
        command.options.push_back({option.option, option.valueName, option.help});
    command.options.push_back({"--set", "SET", "training, validation (standard) or evaluation"});
    command.options.push_back({"--device", "DEVICE", "cpu (standard) or cuda:N"});
    command.options.push_back({"--json", "", "print one JSON object"});
    command.options.push_back(
        {"--predictions", "N",
         "with --json: what it takes each class for, the N worst mistakes and N samples"});
    command.options.push_back(
        {"--progress", "", "with --json: a line before it now and then, how far it is"});
    return command;
}

} // namespace lockstep
