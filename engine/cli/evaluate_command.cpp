// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/checkpoint/weight_file.h"
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/data/dataset.h"
#include "engine/distributed/process_group.h"
#include "engine/graph/graph.h"
#include "engine/train/evaluator.h"
#include "engine/train/model_tensors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
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

/// What the evaluated network does without: the auxiliary heads.
std::vector<std::string> trainingOnlyNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const Layer& layer : graph.layers()) {
        if (!layer.trainingOnly)
            continue;
        for (const ParameterSpec& parameter : layer.parameters)
            names.push_back(parameter.name);
        for (const BufferSpec& buffer : layer.buffers)
            names.push_back(buffer.name);
    }
    return names;
}

struct Measured {
    Evaluation result;
    BatchLoader::Damage damage;
};

Measured measure(const WeightFile& weights, const std::string& name, const Dataset& set,
                 const Experiment& experiment, int batch)
{
    const Graph graph = makeModel(name, set.sampleShape(), set.classes());
    ProgramOptions options;
    options.batch = batch;
    options.threads = usableCores();
    options.precision = experiment.training.precision;
    options.loss = experiment.training.loss;
    options.labelSmoothing = experiment.training.labelSmoothing;
    const auto program = makeComputeBackend(Device{})->compile(graph, options);
    JoinedTensors model = modelTensors(*program);
    restoreWeights(weights.tensors, model, trainingOnlyNames(graph));
    const auto group = makeSoloProcessGroup();
    Evaluator evaluator(*program, set, *group, batch, loaderOptions(experiment.data, Use::Evaluation));
    const Evaluation result = evaluator.run();
    return {result, evaluator.takeDamage()};
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

void printJson(const std::string& model, const std::string& setName, const Experiment& experiment,
               const Measured& measured)
{
    const auto& [result, damage] = measured;
    std::cout << nlohmann::ordered_json{{"model", model},
                                        {"data", toString(experiment.data.kind)},
                                        {"set", setName},
                                        {"precision", toString(experiment.training.precision)},
                                        {"loss_kind", toString(experiment.training.loss)},
                                        {"label_smoothing", experiment.training.labelSmoothing},
                                        {"images", result.samples},
                                        {"damaged", damage.count},
                                        {"loss", result.loss},
                                        {"top1", result.top1},
                                        {"top5", result.top5}}
                     .dump()
              << std::endl;
}

ExitCode runEvaluate(const Arguments& arguments)
{
    const WeightFile weights = readWeightFile(arguments.positional().front());
    const std::string model = modelName(arguments, weights);
    const Experiment experiment = experimentOf(arguments, weights);
    const DataSplits data = openData(experiment.data, weights.position ? weights.position->seed : 1);
    const std::string setName = arguments.value("--set", data.validation ? "validation" : "training");
    const Dataset& set = chooseSet(data, setName);
    const std::int64_t fitting = kBatchValues / std::max<std::int64_t>(set.sampleShape().elements(), 1);
    const int batch = arguments.has("--batch")
                          ? experiment.training.batch
                          : static_cast<int>(std::clamp<std::int64_t>(fitting, 1, kMostImages));

    const auto [result, damage] = measure(weights, model, set, experiment, batch);
    for (const Sentence& reason : damage.sentences)
        std::cerr << reason.english() << std::endl;
    for (const Sentence& oddity : set.takeNotes().sentences)
        std::cerr << oddity.english() << std::endl;
    if (arguments.has("--json"))
        printJson(model, setName, experiment, {result, damage});
    else
        std::cout << model << " on the " << setName << " set of " << toString(experiment.data.kind) << ":\n"
                  << "top1    " << result.top1 * 100 << " %\n"
                  << "top5    " << result.top5 * 100 << " %\n"
                  << "loss    " << result.loss << " (" << lossText(experiment.training) << ")\n"
                  << "images  " << result.samples << std::endl;
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
        {{"--model", "NAME", "the model; a checkpoint folder knows its own"}},
        runEvaluate};
    for (const KeyOption& option : kKeyOptions)
        command.options.push_back({option.option, option.valueName, option.help});
    command.options.push_back({"--set", "SET", "training, validation (standard) or evaluation"});
    command.options.push_back({"--json", "", "print one JSON object"});
    return command;
}

} // namespace lockstep
