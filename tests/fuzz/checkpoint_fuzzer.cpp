// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/manifest.h"
#include "engine/checkpoint/safetensors.h"
#include "engine/core/error.h"
#include "tests/fuzz/fuzz_target.h"

#include <array>

/// A checkpoint's own files: a manifest begins with a brace, a shard of tensors with a length.
namespace lockstep::fuzz {
namespace {

void readManifestText(std::string_view bytes)
{
    const Manifest manifest = parseManifest(std::string(bytes), "f");
    require(toJson(parseManifest(toJson(manifest), "f")) == toJson(manifest),
            "a manifest survives being written and read");
}

void readShard(std::string_view bytes)
{
    for (const LoadedTensor& tensor : parseSafetensors(bytes, "f").tensors)
        require(static_cast<std::int64_t>(tensor.values.size()) == tensor.shape.elements(),
                "a tensor has as many values as its shape says");
}

} // namespace

Verdict tryInput(std::string_view bytes)
{
    try {
        bytes.starts_with('{') ? readManifestText(bytes) : readShard(bytes);
        return Verdict::Accepted;
    } catch (const EngineError& error) {
        require(error.code() == ExitCode::CheckpointError, "a refusal is one of checkpoints");
        return Verdict::Refused;
    }
}

std::vector<std::string> seeds()
{
    std::array<float, 6> values{1, 2, 3, 4, 5, 6};
    const std::array<NamedTensor, 2> tensors = {NamedTensor{"a.weight", {2, 2}, std::span(values).first(4)},
                                                NamedTensor{"b", {2}, std::span(values).last(2)}};
    std::string shard;
    writeSafetensors(HostTensors(tensors), {{"format", "pt"}}, [&](std::span<const std::byte> bytes) {
        shard.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
    Manifest manifest;
    manifest.position.run = "run-1";
    manifest.position.step = 600;
    manifest.position.globalBatch = 100;
    manifest.position.model = "lenet";
    manifest.files = {{kModelFile, 10, std::string(64, 'a')}, {kOptimizerFile, 20, std::string(64, '0')}};
    return {shard, toJson(manifest)};
}

} // namespace lockstep::fuzz
