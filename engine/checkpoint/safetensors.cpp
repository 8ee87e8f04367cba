// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/safetensors.h"

#include "engine/checkpoint/durable_file.h"
#include "engine/checkpoint/safetensors_layout.h"
#include "engine/core/error.h"
#include "engine/protocol/json_value.h"

#include <cstring>
#include <limits>
#include <set>

namespace lockstep {
namespace {

std::string shapeList(const Shape& shape)
{
    std::string list;
    for (const std::int64_t size : shape.sizes())
        list += (list.empty() ? "" : ",") + std::to_string(size);
    return '[' + list + ']';
}

} // namespace

std::string safetensorsHeader(std::span<const TensorInfo> tensors,
                              const std::map<std::string, std::string>& metadata)
{
    std::string json = "{";
    if (!metadata.empty()) {
        json += "\"__metadata__\":{";
        for (const auto& [key, value] : metadata) {
            json += json.ends_with('{') ? "" : ",";
            appendJsonString(json, key);
            json += ':';
            appendJsonString(json, value);
        }
        json += '}';
    }
    std::uint64_t offset = 0;
    std::set<std::string_view> names;
    for (const TensorInfo& tensor : tensors) {
        LOCKSTEP_CHECK(tensor.name != kSafetensorsMetadata && names.insert(tensor.name).second);
        const TensorType type = storedType(tensor);
        const std::uint64_t end = offset + tensor.elements() * itemBytes(type);
        json += json.size() > 1 ? "," : "";
        appendJsonString(json, tensor.name);
        json += ":{\"dtype\":\"" + std::string(toString(type)) + "\",\"shape\":" + shapeList(tensor.shape) +
                ",\"data_offsets\":[" + std::to_string(offset) + ',' + std::to_string(end) + "]}";
        offset = end;
    }
    json += '}';
    json.append((kSafetensorsLengthBytes - json.size() % kSafetensorsLengthBytes) % kSafetensorsLengthBytes,
                ' '); // the tensors start aligned
    const std::uint64_t length = json.size();
    std::string head(kSafetensorsLengthBytes, '\0');
    std::memcpy(head.data(), &length, kSafetensorsLengthBytes);
    return head + json;
}

void writeSafetensors(const TensorStore& tensors, const std::map<std::string, std::string>& metadata,
                      const std::function<void(std::span<const std::byte>)>& write)
{
    const std::string header = safetensorsHeader(tensors.tensors(), metadata);
    write(std::as_bytes(std::span(header)));
    StoredBytes bytes(tensors);
    for (std::size_t i = 0; i < tensors.tensors().size(); ++i)
        write(bytes.of(i));
}

TensorFile parseSafetensors(std::string_view bytes, const std::string& fileName)
{
    const std::uint64_t length = safetensorsHeaderBytes(bytes, bytes.size(), fileName);
    const std::string_view data = bytes.substr(kSafetensorsLengthBytes + length);
    SafetensorsLayout layout =
        readSafetensorsLayout(bytes.substr(kSafetensorsLengthBytes, length), data.size(), fileName);
    TensorFile file;
    file.metadata = std::move(layout.metadata);
    file.tensors.reserve(layout.tensors.size());
    for (TensorPlace& place : layout.tensors) {
        const std::string_view stored = data.substr(place.begin, place.end - place.begin);
        file.tensors.push_back(
            loadedTensor(std::move(place.name), std::move(place.shape), place.type, stored));
    }
    return file;
}

TensorFile readSafetensors(const std::string& path)
{
    return parseSafetensors(readWholeFile(path, -1, std::numeric_limits<std::int64_t>::max()), path);
}

void restoreTensors(std::span<const LoadedTensor> source, TensorStore& targets,
                    const std::function<bool(const TensorInfo&)>& mayMiss)
{
    std::map<std::string_view, const LoadedTensor*> byName;
    for (const LoadedTensor& tensor : source)
        byName.emplace(tensor.name, &tensor);
    const auto refuse = [](const char* text, std::vector<Sentence> arguments) {
        throw EngineError(ExitCode::CheckpointError, Error{text, std::move(arguments), {}});
    };
    std::set<std::string_view> known;
    for (const TensorInfo& target : targets.tensors()) {
        known.insert(target.name);
        const auto found = byName.find(target.name);
        if (found == byName.end()) {
            if (mayMiss && mayMiss(target))
                continue;
            refuse(LOCKSTEP_TEXT("The checkpoint has no tensor %1, which the model needs."), {target.name});
        }
        if (found->second->shape != target.shape || found->second->values.size() != target.elements())
            refuse(LOCKSTEP_TEXT("The tensor %1 of the checkpoint has shape %2, but the model needs %3."),
                   {target.name, toString(found->second->shape), toString(target.shape)});
    }
    for (const LoadedTensor& tensor : source)
        if (!known.contains(tensor.name))
            refuse(LOCKSTEP_TEXT("The checkpoint has a tensor %1, which the model does not know."),
                   {tensor.name});
    for (std::size_t i = 0; i < targets.tensors().size(); ++i)
        if (const auto found = byName.find(targets.tensors()[i].name); found != byName.end())
            targets.write(i, found->second->values);
}

} // namespace lockstep
