// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"
#include "engine/core/tensor_store.h"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The safetensors format (https://github.com/huggingface/safetensors, README "Format"): u64 length of the
/// header (little endian), a JSON header that says dtype, shape and place of each tensor, then the tensors'
/// bytes, in C order, little endian. F32 and I64 are written; every dtype of TensorType is read.
namespace lockstep {

struct TensorFile {
    std::vector<LoadedTensor> tensors; ///< in the order of their bytes
    std::map<std::string, std::string> metadata;
};

inline constexpr std::size_t kMaxSafetensorsHeader = 100u << 20;

/// The bytes that stand before the tensors' own, which follow in the order given, without gaps.
/// Each is stored as its `stored` says.
/// REQUIRES: names differ and none is "__metadata__".
std::string safetensorsHeader(std::span<const TensorInfo> tensors,
                              const std::map<std::string, std::string>& metadata);

/// A whole file, handed to `write` piece by piece. REQUIRES: as safetensorsHeader.
void writeSafetensors(const TensorStore& tensors, const std::map<std::string, std::string>& metadata,
                      const std::function<void(std::span<const std::byte>)>& write);

/// Strict: header at most kMaxSafetensorsHeader, no duplicate keys, offsets within the file, no overlap, no
/// hole, sizes that fit the shapes (checked products), a dtype of TensorType; what f32 cannot hold is rounded
/// and counted. Throws EngineError(CheckpointError) with `fileName` in its text.
TensorFile parseSafetensors(std::string_view bytes, const std::string& fileName);

/// Reads and parses a file of its own, made by anyone.
TensorFile readSafetensors(const std::string& path);

/// Copies `source` into `targets`: every target must be there once with its shape, and nothing else. Targets
/// of which `mayMiss` is true need not be there; then they keep their values.
/// Throws EngineError(CheckpointError) naming the first tensor that differs; then no target was changed.
void restoreTensors(std::span<const LoadedTensor> source, TensorStore& targets,
                    const std::function<bool(const TensorInfo&)>& mayMiss = {});

} // namespace lockstep
