// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspect_difference.h"
#include "engine/cli/inspected_contents.h"
#include "engine/cli/subcommand.h"
#include "engine/cli/told_in_json.h"

#include "engine/core/shape.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace lockstep {
namespace {

/// "  3 NaN  2 rounded to f32": what is wrong with some of the values.
std::string notesOf(const TensorContents& tensor)
{
    std::string notes;
    for (const auto& [count, what] : {std::pair(tensor.nans, "NaN"), std::pair(tensor.infinities, "infinite"),
                                      std::pair(tensor.rounded, "rounded to f32")})
        if (count > 0)
            notes += "  " + std::to_string(count) + " " + what;
    return notes;
}

void printTensors(const char* title, const std::vector<TensorContents>& tensors)
{
    if (tensors.empty())
        return;
    std::size_t width = 28;
    for (const TensorContents& tensor : tensors)
        width = std::clamp(tensor.name.size(), width, std::size_t{60});
    std::printf("\n%-*s  %-5s %-16s %12s %12s %12s\n", static_cast<int>(width), title, "type", "shape",
                "norm", "min", "max");
    for (const TensorContents& tensor : tensors) {
        std::printf("%-*s  %-5s %-16s %12.6g", static_cast<int>(width), tensor.name.c_str(),
                    tensor.type.c_str(), toString(Shape(tensor.shape)).c_str(), tensor.norm);
        if (tensor.least)
            std::printf(" %12.6g %12.6g", *tensor.least, *tensor.largest);
        std::printf("%s\n", notesOf(tensor).c_str());
    }
}

void printCheckpoint(const CheckpointContents& contents)
{
    std::printf("%s\n", contents.path.c_str());
    std::printf("Every file is whole: sizes and SHA-256 agree with the manifest.\n\n");
    std::printf("model        %s, %zu tensors, %lld values\n", contents.model.c_str(),
                contents.tensors.size(), static_cast<long long>(contents.values));
    std::printf("step         %lld\n", static_cast<long long>(contents.step));
    // Counted as people do, and as the text logs are; the JSON counts as the formats do.
    std::printf("goes on at   epoch %d, batch %lld\n", contents.epoch + 1,
                static_cast<long long>(contents.batchInEpoch + 1));
    std::printf("world size   %d, global batch %lld, seed %llu\n", contents.worldSize,
                static_cast<long long>(contents.globalBatch), static_cast<unsigned long long>(contents.seed));
    if (contents.bestTop1)
        std::printf("best top-1   %.2f %%%s\n", *contents.bestTop1 * 100,
                    contents.best ? " (this checkpoint)" : "");
    printTensors("model tensor", contents.tensors);
    printTensors("optimizer tensor", contents.optimizerTensors);
}

void printFile(const CheckpointContents& contents)
{
    std::printf("%s (%s): %zu tensors, %lld values\n", contents.path.c_str(), contents.format.c_str(),
                contents.tensors.size(), static_cast<long long>(contents.values));
    if (!contents.place.empty())
        std::printf("taken from   \"%s\"\n", contents.place.c_str());
    if (!contents.prefix.empty())
        std::printf("prefix       \"%s\" was taken off every name\n", contents.prefix.c_str());
    for (const std::string& key : contents.skipped)
        std::printf("skipped      %s\n", quotedText(key).c_str());
    for (const auto& [key, value] : contents.metadata.texts)
        std::printf("metadata     %s: %s\n", quotedText(key).c_str(), quotedText(value).c_str());
    printTensors("tensor", contents.tensors);
}

ExitCode runInspect(const Arguments& arguments)
{
    const std::string& path = arguments.positional().front();
    const bool json = arguments.has("--json");
    if (arguments.positional().size() == 2) {
        inspectDifference(path, arguments.positional().back(), json);
    } else {
        const CheckpointContents contents =
            inspectContents(path, arguments.has("--filters") ? Filters::Taken : Filters::Left);
        if (json)
            std::cout << toJson(contents) << std::endl;
        else
            contents.verified ? printCheckpoint(contents) : printFile(contents);
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
            {{"--json", "", "print one JSON object"},
             {"--filters", "", "with --json: the kernels of the first convolution too"}},
            [](const Arguments& arguments) { return toldInJson(arguments, runInspect); }};
}

} // namespace lockstep
