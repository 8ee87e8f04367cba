// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/data/dataset.h"
#include "engine/distributed/process_group.h"
#include "engine/graph/graph.h"
#include "engine/train/checkpoint.h"
#include "engine/train/evaluator.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

constexpr int kBatch = 100;

/// A folder of ours, or a bare safetensors file of anyone's (its model must be named).
struct Weights {
    std::vector<LoadedTensor> tensors;
    std::string model;
    std::uint64_t seed = 1;
};

Weights loadWeights(const Arguments& arguments)
{
    const std::string path = arguments.positional().front();
    const std::string named = arguments.value("--model");
    if (std::filesystem::is_directory(path)) {
        LoadedCheckpoint checkpoint = loadCheckpoint(path);
        return {std::move(checkpoint.model), named.empty() ? checkpoint.position.model : named,
                checkpoint.position.seed};
    }
    if (named.empty())
        throw EngineError(ExitCode::Usage,
                          Error{LOCKSTEP_TEXT("%1 is no checkpoint folder, so its model must be named: --model NAME."),
                                {path},
                                {}});
    return {readSafetensors(path).tensors, named, 1};
}

DataSpec dataSpec(const Arguments& arguments)
{
    DataSpec spec;
    const std::string kind = arguments.value("--data", "synthetic-digits");
    for (const DataKind known : {DataKind::SyntheticDigits, DataKind::Mnist, DataKind::PaddleJson}) {
        if (kind == toString(known)) {
            spec.kind = known;
            spec.path = arguments.value("--path");
            return spec;
        }
    }
    throw EngineError(ExitCode::Usage,
                      Error{LOCKSTEP_TEXT("--data takes synthetic-digits, mnist or paddle-json, but was given \"%1\"."),
                            {kind},
                            {}});
}

const Dataset& chooseSet(const DataSplits& data, const std::string& name)
{
    const Dataset* set = name == "training"     ? data.training.get()
                         : name == "validation" ? data.validation.get()
                         : name == "evaluation" ? data.evaluation.get()
                                                : nullptr;
    if (!set)
        throw EngineError(ExitCode::Usage,
                          Error{LOCKSTEP_TEXT("These data have no set \"%1\"; --set takes training, validation or, "
                                              "where there is one, evaluation."),
                                {name},
                                {}});
    return *set;
}

ExitCode runEvaluate(const Arguments& arguments)
{
    const Weights weights = loadWeights(arguments);
    const DataSpec spec = dataSpec(arguments);
    const DataSplits data = openData(spec, weights.seed);
    const std::string setName = arguments.value("--set", "validation");
    const Dataset& set = chooseSet(data, setName);

    const Graph graph = makeModel(weights.model, set.sampleShape(), set.classes());
    const auto program = makeComputeBackend(Device{})->compile(
        graph, {kBatch, usableCores(), Precision::Float32, LossKind::CrossEntropy});
    std::vector<NamedTensor> targets;
    for (const Parameter& parameter : program->parameters())
        targets.push_back({parameter.name, parameter.shape, parameter.value});
    restoreTensors(weights.tensors, targets);
    program->parametersChanged();

    const auto group = makeSoloProcessGroup();
    const Evaluation result = Evaluator(*program, set, *group, kBatch).run();
    if (arguments.has("--json"))
        std::cout << nlohmann::ordered_json{{"model", weights.model},     {"data", toString(spec.kind)},
                                            {"set", setName},             {"images", result.samples},
                                            {"loss", result.loss},        {"top1", result.top1}}
                         .dump()
                  << std::endl;
    else
        std::cout << weights.model << " on the " << setName << " set of " << toString(spec.kind) << ": top-1 "
                  << result.top1 * 100 << " % of " << result.samples << " images, loss " << result.loss << std::endl;
    return ExitCode::Success;
}

} // namespace

Subcommand evaluateCommand()
{
    return {"evaluate",
            "Measures a checkpoint on a data set.",
            {"CHECKPOINT"},
            {},
            {{"--data", "KIND", "synthetic-digits (standard), mnist or paddle-json"},
             {"--path", "PATH", "where the data are"},
             {"--set", "SET", "training, validation (standard) or evaluation"},
             {"--model", "NAME", "the model, for a bare .safetensors file"},
             {"--json", "", "print one JSON object"}},
            runEvaluate};
}

} // namespace lockstep
