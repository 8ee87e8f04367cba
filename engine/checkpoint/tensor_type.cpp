// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/tensor_type.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little, "tensors are stored as they lie in memory");

namespace lockstep {
namespace {

struct TypeFacts {
    TensorType type;
    std::string_view name;
    std::size_t bytes;
    bool floating;
};
constexpr std::array<TypeFacts, 10> kTypes = {{{TensorType::Float32, "F32", 4, true},
                                               {TensorType::Float64, "F64", 8, true},
                                               {TensorType::Float16, "F16", 2, true},
                                               {TensorType::BFloat16, "BF16", 2, true},
                                               {TensorType::Int64, "I64", 8, false},
                                               {TensorType::Int32, "I32", 4, false},
                                               {TensorType::Int16, "I16", 2, false},
                                               {TensorType::Int8, "I8", 1, false},
                                               {TensorType::UInt8, "U8", 1, false},
                                               {TensorType::Bool, "BOOL", 1, false}}};

const TypeFacts& factsOf(TensorType type)
{
    return kTypes[static_cast<std::size_t>(type)];
}

float fromHalf(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1Fu;
    const std::uint32_t fraction = bits & 0x3FFu;
    if (exponent == 0) { // zero or subnormal: fraction * 2^-24, exact in f32
        const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
        return sign != 0 ? -magnitude : magnitude;
    }
    const std::uint32_t wide = exponent == 0x1F ? 0xFFu : exponent + 127 - 15;
    return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

/// Whether f32's 24 bits hold the number.
bool exact(std::int64_t number)
{
    const std::uint64_t magnitude =
        number < 0 ? ~static_cast<std::uint64_t>(number) + 1 : static_cast<std::uint64_t>(number);
    return magnitude == 0 || static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <= 24;
}

/// The conversion that IEC 60559 defines; a cast of what f32 cannot hold would be undefined in C++.
float nearest(double number)
{
    // The midpoint between the largest f32 and the 2^128 that would come next rounds to the even one:
    // infinity.
    constexpr double kOverflow = 0x1.ffffffp127;
    if (std::fabs(number) >= kOverflow)
        return static_cast<float>(std::copysign(std::numeric_limits<double>::infinity(), number));
    constexpr double kLargest = std::numeric_limits<float>::max();
    if (std::fabs(number) > kLargest)
        return std::copysign(std::numeric_limits<float>::max(), static_cast<float>(number < 0 ? -1 : 1));
    return static_cast<float>(number);
}

template <typename Item, typename Convert>
std::int64_t convertEach(std::span<const char> bytes, std::span<float> values, Convert convert)
{
    std::int64_t rounded = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Item item;
        std::memcpy(&item, bytes.data() + i * sizeof item, sizeof item);
        bool kept = true;
        values[i] = convert(item, kept);
        rounded += kept ? 0 : 1;
    }
    return rounded;
}

template <typename Integer>
std::int64_t convertIntegers(std::span<const char> bytes, std::span<float> values)
{
    return convertEach<Integer>(bytes, values, [](Integer number, bool& kept) {
        kept = exact(number);
        return static_cast<float>(number);
    });
}

} // namespace

std::string_view toString(TensorType type)
{
    return factsOf(type).name;
}

std::optional<TensorType> tensorTypeNamed(std::string_view name)
{
    const auto found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeFacts& t) { return t.name == name; });
    return found == kTypes.end() ? std::nullopt : std::optional(found->type);
}

std::size_t itemBytes(TensorType type)
{
    return factsOf(type).bytes;
}

bool isFloating(TensorType type)
{
    return factsOf(type).floating;
}

std::int64_t convertToFloat(TensorType type, std::span<const char> bytes, std::span<float> values)
{
    LOCKSTEP_CHECK(bytes.size() == values.size() * itemBytes(type));
    switch (type) {
    case TensorType::Float32:
        if (!values.empty())
            std::memcpy(values.data(), bytes.data(), bytes.size());
        return 0;
    case TensorType::Float64:
        return convertEach<double>(bytes, values, [](double number, bool& kept) {
            const float value = nearest(number);
            kept = std::isnan(number) || static_cast<double>(value) == number;
            return value;
        });
    case TensorType::Float16:
        return convertEach<std::uint16_t>(bytes, values,
                                          [](std::uint16_t bits, bool&) { return fromHalf(bits); });
    case TensorType::BFloat16:
        return convertEach<std::uint16_t>(bytes, values, [](std::uint16_t bits, bool&) {
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
        });
    case TensorType::Int64:
        return convertIntegers<std::int64_t>(bytes, values);
    case TensorType::Int32:
        return convertIntegers<std::int32_t>(bytes, values);
    case TensorType::Int16:
        return convertIntegers<std::int16_t>(bytes, values);
    case TensorType::Int8:
        return convertIntegers<std::int8_t>(bytes, values);
    case TensorType::UInt8:
        return convertIntegers<std::uint8_t>(bytes, values);
    case TensorType::Bool:
        return convertEach<std::uint8_t>(bytes, values,
                                         [](std::uint8_t item, bool&) { return item != 0 ? 1.0f : 0.0f; });
    }
    LOCKSTEP_CHECK(false && "a type of the list above");
    return 0;
}

std::span<const std::byte> StoredBytes::of(std::size_t index)
{
    const std::span<const float> values = m_values.of(index);
    if (m_store.tensors()[index].stored == TensorInfo::Stored::Float32)
        return std::as_bytes(values);
    m_whole.clear();
    m_whole.reserve(values.size());
    for (const float value : values) {
        LOCKSTEP_CHECK(std::fabs(value) < 0x1p63f && std::trunc(value) == value);
        m_whole.push_back(static_cast<std::int64_t>(value));
    }
    return std::as_bytes(std::span(m_whole));
}

TensorType storedType(const TensorInfo& tensor)
{
    return tensor.stored == TensorInfo::Stored::Int64 ? TensorType::Int64 : TensorType::Float32;
}

} // namespace lockstep
