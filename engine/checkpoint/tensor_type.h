// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/tensor_store.h"

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

TensorType storedType(const TensorInfo& tensor);

/// The bytes of a store's tensors in a file, one tensor at a time, by their `stored`: borrowed from the store
/// where they lie as they are stored, else copied.
class StoredBytes {
public:
    explicit StoredBytes(const TensorStore& store) : m_store(store), m_values(store) {}
    /// Valid until the next call. REQUIRES (checked) of Int64: whole numbers of less than 2^63.
    std::span<const std::byte> of(std::size_t index);

private:
    const TensorStore& m_store;
    HostValues m_values;
    std::vector<std::int64_t> m_whole;
};

} // namespace lockstep
