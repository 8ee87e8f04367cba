// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspect_difference.h"
#include "engine/cli/subcommand.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/comparison.h"
#include "engine/checkpoint/weight_file.h"
#include "engine/protocol/json_value.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const std::vector<LoadedTensor>& tensors)
{
    const auto orNull = [](const std::optional<float>& value) { return value ? Json(*value) : Json(); };
    Json list = Json::array();
    for (const LoadedTensor& tensor : tensors) {
        const TensorStatistics statistics = statisticsOf(tensor);
        list.push_back({{"name", tensor.name},
                        {"type", toString(tensor.type)},
                        {"shape", tensor.shape.sizes()},
                        {"norm", statistics.norm},
                        {"min", orNull(statistics.least)},
                        {"max", orNull(statistics.largest)},
                        {"nan", statistics.nans},
                        {"infinite", statistics.infinities},
                        {"rounded", tensor.rounded}});
    }
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
            {"values", countValues(checkpoint.model)},
            {"tensors", describe(checkpoint.model)},
            {"optimizer_tensors", describe(checkpoint.optimizer)}};
}

Json describe(const std::string& path, const WeightFile& file)
{
    return {{"path", path},
            {"format", toString(file.format)},
            {"metadata", file.metadata},
            {"place", file.place},
            {"prefix", file.prefix},
            {"skipped", file.skipped},
            {"values", countValues(file.tensors)},
            {"tensors", describe(file.tensors)}};
}

/// "12345 values", and what is wrong with some.
std::string notesOf(const LoadedTensor& tensor, const TensorStatistics& statistics)
{
    std::string notes;
    for (const auto& [count, what] :
         {std::pair(statistics.nans, "NaN"), std::pair(statistics.infinities, "infinite"),
          std::pair(tensor.rounded, "rounded to f32")})
        if (count > 0)
            notes += "  " + std::to_string(count) + " " + what;
    return notes;
}

void printTensors(const char* title, const std::vector<LoadedTensor>& tensors)
{
    if (tensors.empty())
        return;
    std::size_t width = 28;
    for (const LoadedTensor& tensor : tensors)
        width = std::clamp(tensor.name.size(), width, std::size_t{60});
    std::printf("\n%-*s  %-5s %-16s %12s %12s %12s\n", static_cast<int>(width), title, "type", "shape",
                "norm", "min", "max");
    for (const LoadedTensor& tensor : tensors) {
        const TensorStatistics statistics = statisticsOf(tensor);
        std::printf("%-*s  %-5s %-16s %12.6g", static_cast<int>(width), tensor.name.c_str(),
                    std::string(toString(tensor.type)).c_str(), toString(tensor.shape).c_str(),
                    statistics.norm);
        if (statistics.least)
            std::printf(" %12.6g %12.6g", static_cast<double>(*statistics.least),
                        static_cast<double>(*statistics.largest));
        std::printf("%s\n", notesOf(tensor, statistics).c_str());
    }
}

void printText(const LoadedCheckpoint& checkpoint)
{
    const TrainingPosition& position = checkpoint.position;
    std::printf("%s\n", checkpoint.path.c_str());
    std::printf("Every file is whole: sizes and SHA-256 agree with the manifest.\n\n");
    std::printf("model        %s, %zu tensors, %lld values\n", position.model.c_str(),
                checkpoint.model.size(), static_cast<long long>(countValues(checkpoint.model)));
    std::printf("step         %lld\n", static_cast<long long>(position.step));
    // Counted as people do, and as the text logs are; the JSON counts as the formats do.
    std::printf("goes on at   epoch %d, batch %lld\n", position.epoch + 1,
                static_cast<long long>(position.batchInEpoch + 1));
    std::printf("world size   %d, global batch %lld, seed %llu\n", position.worldSize,
                static_cast<long long>(position.globalBatch), static_cast<unsigned long long>(position.seed));
    if (position.bestTop1 >= 0)
        std::printf("best top-1   %.2f %%%s\n", position.bestTop1 * 100,
                    checkpoint.standing == Standing::Best ? " (this checkpoint)" : "");
    printTensors("model tensor", checkpoint.model);
    printTensors("optimizer tensor", checkpoint.optimizer);
}

void printText(const std::string& path, const WeightFile& file)
{
    std::printf("%s (%s): %zu tensors, %lld values\n", path.c_str(),
                std::string(toString(file.format)).c_str(), file.tensors.size(),
                static_cast<long long>(countValues(file.tensors)));
    if (!file.place.empty())
        std::printf("taken from   \"%s\"\n", file.place.c_str());
    if (!file.prefix.empty())
        std::printf("prefix       \"%s\" was taken off every name\n", file.prefix.c_str());
    for (const std::string& key : file.skipped)
        std::printf("skipped      %s\n", quotedText(key).c_str());
    for (const auto& [key, value] : file.metadata)
        std::printf("metadata     %s: %s\n", quotedText(key).c_str(), quotedText(value).c_str());
    printTensors("tensor", file.tensors);
}

ExitCode runInspect(const Arguments& arguments)
{
    const std::string& path = arguments.positional().front();
    const bool json = arguments.has("--json");
    // A path need not be UTF-8.
    const auto print = [](const Json& object) {
        std::cout << object.dump(2, ' ', false, Json::error_handler_t::replace) << std::endl;
    };
    if (arguments.positional().size() == 2) {
        inspectDifference(path, arguments.positional().back(), json);
    } else if (std::filesystem::is_directory(path)) {
        const LoadedCheckpoint checkpoint = loadCheckpoint(path);
        json ? print(describe(checkpoint)) : printText(checkpoint);
    } else {
        const WeightFile file = readWeightFile(path);
        json ? print(describe(path, file)) : printText(path, file);
    }
    std::fflush(stdout);
    return ExitCode::Success;
}

} // namespace

Subcommand inspectCommand()
{
    return {"inspect",
            "Verifies a checkpoint (a folder, a .safetensors file or one of PyTorch) and shows its tensors, "
            "or how it\n"
            "differs from another. Norms are L2, of the finite values.",
            {"CHECKPOINT"},
            {"OTHER"},
            {{"--json", "", "print one JSON object"}},
            runInspect};
}

} // namespace lockstep
