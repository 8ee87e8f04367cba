// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/train/checkpoint.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

double norm(const LoadedTensor& tensor)
{
    double squares = 0;
    for (const float value : tensor.values)
        squares += static_cast<double>(value) * value;
    return std::sqrt(squares);
}

Json describe(const std::vector<LoadedTensor>& tensors)
{
    Json list = Json::array();
    for (const LoadedTensor& tensor : tensors)
        list.push_back({{"name", tensor.name}, {"shape", tensor.shape.sizes()}, {"norm", norm(tensor)}});
    return list;
}

std::int64_t countValues(const std::vector<LoadedTensor>& tensors)
{
    std::int64_t values = 0;
    for (const LoadedTensor& tensor : tensors)
        values += tensor.shape.elements();
    return values;
}

Json describe(const LoadedCheckpoint& checkpoint)
{
    const TrainingPosition& position = checkpoint.position;
    return {{"path", checkpoint.path},
            {"verified", true},
            {"run", position.run},
            {"model", position.model},
            {"step", position.step},
            {"epoch", position.epoch},
            {"batch_in_epoch", position.batchInEpoch},
            {"best", checkpoint.standing == Standing::Best},
            {"best_top1", position.bestTop1 < 0 ? Json() : Json(position.bestTop1)},
            {"world_size", position.worldSize},
            {"global_batch", position.globalBatch},
            {"seed", position.seed},
            {"parameters", countValues(checkpoint.model)},
            {"tensors", describe(checkpoint.model)},
            {"optimizer_tensors", describe(checkpoint.optimizer)}};
}

void printTensors(const char* title, const std::vector<LoadedTensor>& tensors)
{
    if (tensors.empty())
        return;
    std::printf("\n%-32s %-16s %12s\n", title, "shape", "norm");
    for (const LoadedTensor& tensor : tensors)
        std::printf("%-32s %-16s %12.6g\n", tensor.name.c_str(), toString(tensor.shape).c_str(), norm(tensor));
}

void printText(const LoadedCheckpoint& checkpoint)
{
    const TrainingPosition& position = checkpoint.position;
    std::printf("%s\n", checkpoint.path.c_str());
    std::printf("Every file is whole: sizes and SHA-256 agree with the manifest.\n\n");
    std::printf("model        %s, %lld parameters\n", position.model.c_str(),
                static_cast<long long>(countValues(checkpoint.model)));
    std::printf("step         %lld\n", static_cast<long long>(position.step));
    std::printf("goes on at   epoch %d, batch %lld\n", position.epoch, static_cast<long long>(position.batchInEpoch));
    std::printf("world size   %d, global batch %lld, seed %llu\n", position.worldSize,
                static_cast<long long>(position.globalBatch), static_cast<unsigned long long>(position.seed));
    if (position.bestTop1 >= 0)
        std::printf("best top-1   %.2f %%%s\n", position.bestTop1 * 100,
                    checkpoint.standing == Standing::Best ? " (this checkpoint)" : "");
    printTensors("model tensor", checkpoint.model);
    printTensors("optimizer tensor", checkpoint.optimizer);
    std::fflush(stdout);
}

/// A bare safetensors file, of any program.
ExitCode inspectFile(const std::string& path, bool json)
{
    const TensorFile file = readSafetensors(path);
    if (json) {
        std::cout << Json{{"path", path}, {"metadata", file.metadata}, {"tensors", describe(file.tensors)}}.dump(2)
                  << std::endl;
        return ExitCode::Success;
    }
    std::printf("%s: %zu tensors, %lld values\n", path.c_str(), file.tensors.size(),
                static_cast<long long>(countValues(file.tensors)));
    printTensors("tensor", file.tensors);
    std::fflush(stdout);
    return ExitCode::Success;
}

ExitCode runInspect(const Arguments& arguments)
{
    const std::string path = arguments.positional().front();
    if (std::filesystem::is_regular_file(path))
        return inspectFile(path, arguments.has("--json"));
    const LoadedCheckpoint checkpoint = loadCheckpoint(path);
    if (arguments.has("--json"))
        std::cout << describe(checkpoint).dump(2) << std::endl;
    else
        printText(checkpoint);
    return ExitCode::Success;
}

} // namespace

Subcommand inspectCommand()
{
    return {"inspect",
            "Verifies a checkpoint (or a .safetensors file) and shows what it holds.",
            {"CHECKPOINT"},
            {},
            {{"--json", "", "print one JSON object"}},
            runInspect};
}

} // namespace lockstep
