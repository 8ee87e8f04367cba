// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/tensor_type.h"
#include "engine/core/shape.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A tensor with its own memory, as it came from a file.
struct LoadedTensor {
    std::string name;
    Shape shape;
    std::vector<float> values;
    TensorType type = TensorType::Float32; ///< in the file
    std::int64_t rounded = 0;              ///< values that f32 could not hold; the nearest stand in `values`
    bool operator==(const LoadedTensor&) const = default;
};

/// As it lies in a file. REQUIRES: as many bytes as the shape and the type say.
LoadedTensor loadedTensor(std::string name, Shape shape, TensorType type, std::span<const char> bytes);

/// Whether a tensor may have this name in a file: no control characters, which a terminal would obey.
bool isTensorName(std::string_view name);

} // namespace lockstep
