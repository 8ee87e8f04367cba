// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// What one element of a tensor is in a file, little endian. In memory every tensor is f32.
enum class TensorType { Float32, Float64, Float16, BFloat16, Int64, Int32, Int16, Int8, UInt8, Bool };

/// safetensors' names: "F32", "BF16", "I64", "U8", "BOOL", ...
std::string_view toString(TensorType type);
std::optional<TensorType> tensorTypeNamed(std::string_view name);
std::size_t itemBytes(TensorType type);
bool isFloating(TensorType type);

/// Converts `values.size()` elements at `bytes` to f32 and returns how many f32 could not hold. F32, F16,
/// BF16, I16, I8, U8 and BOOL are always exact (F32 bit for bit, NaNs included); F64, I64 and I32 are rounded
/// to the nearest, ties to even, beyond the largest f32 to infinity. REQUIRES: bytes.size() == values.size()
/// * itemBytes(type).
std::int64_t convertToFloat(TensorType type, std::span<const char> bytes, std::span<float> values);

/// The bytes of a tensor in a file, by its `stored`: borrowed from the tensor, or converted into `buffer`.
/// REQUIRES (checked) of Int64: whole numbers of less than 2^63.
std::span<const std::byte> storedBytes(const NamedTensor& tensor, std::vector<std::int64_t>& buffer);
TensorType storedType(const NamedTensor& tensor);

} // namespace lockstep
