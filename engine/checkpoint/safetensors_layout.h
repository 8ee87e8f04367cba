// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/tensor_type.h"
#include "engine/core/shape.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The header of a safetensors file, read strictly; what parseSafetensors() and TensorStream share.
namespace lockstep {

inline constexpr std::string_view kSafetensorsMetadata = "__metadata__";
/// Before the header, which they count.
inline constexpr std::size_t kSafetensorsLengthBytes = 8;

/// Where a tensor lies: bytes behind the header.
struct TensorPlace {
    std::string name;
    TensorType type = TensorType::Float32;
    Shape shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct SafetensorsLayout {
    std::vector<TensorPlace> tensors; ///< in the order of their bytes, without gaps, up to the end
    std::map<std::string, std::string> metadata;
};

/// The length of the header of a file of `fileBytes` that begins with `head`.
/// Throws EngineError(CheckpointError) with `fileName` in its text, as does the next.
std::uint64_t safetensorsHeaderBytes(std::string_view head, std::uint64_t fileBytes,
                                     const std::string& fileName);

/// Of a file with so many bytes behind its header.
SafetensorsLayout readSafetensorsLayout(std::string_view header, std::uint64_t dataBytes,
                                        const std::string& fileName);

} // namespace lockstep
