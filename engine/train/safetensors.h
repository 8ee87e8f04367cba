// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The safetensors format (https://github.com/huggingface/safetensors, README "Format"): u64 length of the header
/// (little endian), a JSON header that says dtype, shape and place of each tensor, then the tensors' bytes. Here
/// dtype is F32, C order, little endian.
namespace lockstep {

/// A tensor with its own memory.
struct LoadedTensor {
    std::string name;
    Shape shape;
    std::vector<float> values;
    bool operator==(const LoadedTensor&) const = default;
};

struct TensorFile {
    std::vector<LoadedTensor> tensors; ///< in the order of their bytes
    std::map<std::string, std::string> metadata;
};

inline constexpr std::size_t kMaxSafetensorsHeader = 100u << 20;

/// The bytes that stand before the tensors' own, which follow in the order given, without gaps.
/// REQUIRES: names differ and none is "__metadata__"; each values.size() is shape.elements().
std::string safetensorsHeader(std::span<const NamedTensor> tensors,
                              const std::map<std::string, std::string>& metadata);

/// Strict: header at most kMaxSafetensorsHeader, no duplicate keys, offsets within the file, no overlap, no hole,
/// sizes that fit the shapes (checked products), dtype F32. Throws EngineError(CheckpointError) with `fileName` in
/// its text.
TensorFile parseSafetensors(std::string_view bytes, const std::string& fileName);

/// Reads and parses a file of its own, made by anyone.
TensorFile readSafetensors(const std::string& path);

/// Copies `source` into `targets`: every target must be there once with its shape, and nothing else.
/// Throws EngineError(CheckpointError) naming the first tensor that differs; then no target was changed.
void restoreTensors(std::span<const LoadedTensor> source, std::span<const NamedTensor> targets);

} // namespace lockstep
