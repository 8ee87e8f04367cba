// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/weight_file.h"

#include "engine/checkpoint/durable_file.h"
#include "engine/checkpoint/refuse.h"
#include "engine/checkpoint/tensor_stream.h"
#include "engine/checkpoint/torch/torch_file.h"
#include "engine/checkpoint/torch/torch_writer.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <set>

namespace lockstep {
namespace {

constexpr std::size_t kNamesInLine = 8;
constexpr std::int64_t kHeadBytes = 512; // of a file, to know it by: as many as a tar archive needs

/// "a, b, c and 5 more"
template <typename Item, typename Describe>
std::string listed(const std::vector<Item>& items, Describe describe)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(items.size(), kNamesInLine); ++i)
        text += (i > 0 ? ", " : "") + describe(items[i]);
    if (items.size() > kNamesInLine)
        text += " and " + std::to_string(items.size() - kNamesInLine) + " more";
    return text;
}

WeightFile visitTorchFile(const std::string& path, const std::function<void(LoadedTensor)>& visit)
{
    TorchFile torch = parseTorchFile(readWholeFile(path, -1, std::numeric_limits<std::int64_t>::max()), path);
    for (LoadedTensor& tensor : torch.tensors)
        visit(std::move(tensor));
    WeightFile file;
    file.format = torch.layout == TorchFile::Layout::Zip ? WeightFile::Format::TorchZip
                                                         : WeightFile::Format::TorchLegacy;
    file.place = std::move(torch.place);
    file.prefix = std::move(torch.prefix);
    file.skipped = std::move(torch.skipped);
    return file;
}

} // namespace

std::string_view toString(WeightFile::Format format)
{
    switch (format) {
    case WeightFile::Format::Checkpoint:
        return "Lockstep checkpoint";
    case WeightFile::Format::Safetensors:
        return "safetensors";
    case WeightFile::Format::TorchZip:
        return "PyTorch";
    case WeightFile::Format::TorchLegacy:
        return "PyTorch, old layout";
    }
    return {};
}

WeightFile visitWeightFile(const std::string& path, const std::function<void(LoadedTensor)>& visit)
{
    WeightFile file;
    if (std::filesystem::is_directory(path)) {
        file.position = visitCheckpoint(path, [&](CheckpointPart part, LoadedTensor tensor) {
                            if (part == CheckpointPart::Model)
                                visit(std::move(tensor));
                        }).position;
        return file;
    }
    InputFile input(path);
    std::string head(static_cast<std::size_t>(std::min<std::int64_t>(input.size(), kHeadBytes)), '\0');
    input.read(head);
    if (looksLikeTorchFile(head))
        return visitTorchFile(path, visit);
    if (head.size() <= kSafetensorsLengthBytes || head[kSafetensorsLengthBytes] != '{')
        refuseFile(LOCKSTEP_TEXT("%1 holds no weights that can be read: it is neither a checkpoint folder of "
                                 "Lockstep nor a safetensors file nor one of PyTorch's torch.save."),
                   {path});
    input.rewind();
    TensorStream stream(std::move(input));
    for (auto tensor = stream.next(); tensor; tensor = stream.next())
        visit(std::move(*tensor));
    file.format = WeightFile::Format::Safetensors;
    file.metadata = stream.metadata();
    return file;
}

WeightFile readWeightFile(const std::string& path)
{
    std::vector<LoadedTensor> tensors;
    WeightFile file =
        visitWeightFile(path, [&](LoadedTensor tensor) { tensors.push_back(std::move(tensor)); });
    file.tensors = std::move(tensors);
    return file;
}

std::int64_t writeWeightFile(const std::string& path, const TensorStore& tensors, WeightFile::Format format)
{
    DurableFile file(path);
    const auto write = [&](std::span<const std::byte> bytes) { file.write(bytes); };
    if (format == WeightFile::Format::Safetensors)
        writeSafetensors(tensors, {{"format", "pt"}}, write); // transformers and others ask for this key
    else
        writeTorchFile(tensors, write);
    file.commit();
    const std::string folder = std::filesystem::path(path).parent_path().string();
    syncFolder(folder.empty() ? "." : folder);
    return file.size();
}

std::string toString(const PartialRestore& restore)
{
    const auto name = [](const std::string& text) { return text; };
    std::string text = "Loaded " + std::to_string(restore.loaded.size()) + " tensors.";
    if (!restore.otherShape.empty())
        text += " Skipped, of another shape: " +
                listed(restore.otherShape,
                       [](const PartialRestore::Mismatch& tensor) {
                           return tensor.name + " (" + toString(tensor.found) + " in the file, " +
                                  toString(tensor.expected) + " in the model)";
                       }) +
                ".";
    if (!restore.unknown.empty())
        text += " Skipped, unknown to the model: " + listed(restore.unknown, name) + ".";
    if (!restore.missing.empty())
        text += " Missing in the file: " + listed(restore.missing, name) + ".";
    return text;
}

PartialRestore restoreMatching(std::span<const LoadedTensor> source, TensorStore& targets)
{
    const std::span<const TensorInfo> wanted = targets.tensors();
    std::map<std::string_view, std::size_t> byName;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        byName.emplace(wanted[i].name, i);
    PartialRestore restore;
    std::set<std::string_view> found;
    for (const LoadedTensor& tensor : source) {
        const auto target = byName.find(tensor.name);
        if (target == byName.end()) {
            restore.unknown.push_back(tensor.name);
            continue;
        }
        found.insert(target->first);
        const Shape& expected = wanted[target->second].shape;
        if (expected != tensor.shape) {
            restore.otherShape.push_back({tensor.name, tensor.shape, expected});
            continue;
        }
        targets.write(target->second, tensor.values);
        restore.loaded.push_back(tensor.name);
    }
    for (const TensorInfo& target : wanted)
        if (!found.contains(target.name))
            restore.missing.push_back(target.name);
    if (restore.loaded.empty())
        refuseFile(
            LOCKSTEP_TEXT("None of the %1 tensors of the file fits the model by name and shape. The file's "
                          "begin with %2, the model's with %3."),
            {std::to_string(source.size()), source.empty() ? LOCKSTEP_TEXT("nothing") : source.front().name,
             wanted.empty() ? LOCKSTEP_TEXT("nothing") : wanted.front().name});
    return restore;
}

void restoreWeights(std::span<const LoadedTensor> source, TensorStore& targets,
                    std::span<const std::string> optional)
{
    restoreTensors(source, targets, [&](const TensorInfo& target) {
        return target.stored == TensorInfo::Stored::Int64 ||
               std::find(optional.begin(), optional.end(), target.name) != optional.end();
    });
}

} // namespace lockstep
