// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/wire_format.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/distributed/compression/narrow_float.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace lockstep {
namespace {

template <std::uint16_t (*narrow)(float), float (*widen)(std::uint16_t)>
class SixteenBits final : public WireFormat {
public:
    std::size_t bytes(std::size_t count) const override { return count * sizeof(std::uint16_t); }

    void encode(std::span<const float> values, const RoundingPlace&, std::span<std::byte> out) const override
    {
        LOCKSTEP_CHECK(out.size() == bytes(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint16_t bits = narrow(values[i]);
            std::memcpy(out.data() + i * sizeof bits, &bits, sizeof bits);
        }
    }

    void decode(std::span<const std::byte> in, std::span<float> values) const override
    {
        LOCKSTEP_CHECK(in.size() == bytes(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, in.data() + i * sizeof bits, sizeof bits);
            values[i] = widen(bits);
        }
    }
};

/// Blocks of up to 512 values: their scale as f32, then one byte for each. A value is its byte times the
/// scale.
class ScaledBytes final : public WireFormat {
public:
    std::size_t bytes(std::size_t count) const override
    {
        return count + (count + kBlock - 1) / kBlock * sizeof(float);
    }

    void encode(std::span<const float> values, const RoundingPlace& place,
                std::span<std::byte> out) const override
    {
        LOCKSTEP_CHECK(out.size() == bytes(values.size()));
        for (std::size_t from = 0; from < values.size(); from += kBlock) {
            const std::span<const float> block = values.subspan(from, std::min(kBlock, values.size() - from));
            const float scale = scaleOf(block);
            std::memcpy(out.data(), &scale, sizeof scale);
            const Thresholds thresholds = drawThresholds(place, place.first + from);
            // What is not finite makes a scale that is not, which says so of the whole block.
            const float perScale = std::isfinite(scale) && scale > 0 ? 1 / scale : 0;
            for (std::size_t i = 0; i < block.size(); ++i) {
                const float rounded = std::floor((perScale > 0 ? block[i] : 0) * perScale + thresholds[i]);
                out[sizeof scale + i] = static_cast<std::byte>(
                    static_cast<std::int8_t>(std::clamp(rounded, -kLargest, kLargest)));
            }
            out = out.subspan(sizeof scale + block.size());
        }
    }

    void decode(std::span<const std::byte> in, std::span<float> values) const override
    {
        LOCKSTEP_CHECK(in.size() == bytes(values.size()));
        while (!values.empty()) {
            const std::size_t count = std::min(kBlock, values.size());
            float scale = 0;
            std::memcpy(&scale, in.data(), sizeof scale);
            for (std::size_t i = 0; i < count; ++i)
                values[i] = scale * static_cast<float>(static_cast<std::int8_t>(in[sizeof scale + i]));
            in = in.subspan(sizeof scale + count);
            values = values.subspan(count);
        }
    }

private:
    static constexpr std::size_t kBlock = 512;
    static constexpr float kLargest = 127;
    using Thresholds = std::array<float, kBlock>;

    /// 0 where the values are so small that nothing is lost by calling them 0.
    static float scaleOf(std::span<const float> block)
    {
        // As whole numbers, the bits of what is not finite are the largest.
        std::uint32_t largest = 0;
        for (const float value : block)
            largest = std::max(largest, std::bit_cast<std::uint32_t>(value) & 0x7fffffff);
        const float scale = std::bit_cast<float>(largest) / kLargest;
        return scale < std::numeric_limits<float>::min() ? 0 : scale;
    }

    /// Uniform in [0, 1): floor(x + threshold) has the mean x.
    static Thresholds drawThresholds(const RoundingPlace& place, std::uint64_t first)
    {
        constexpr std::size_t kPerDraw = 8;
        Thresholds thresholds;
        for (std::size_t i = 0; i < kBlock; i += kPerDraw) {
            const std::uint64_t draw = (first + i) / kPerDraw;
            const auto words = philox4x32(
                {static_cast<std::uint32_t>(draw), static_cast<std::uint32_t>(draw >> 32),
                 static_cast<std::uint32_t>(place.step), place.stream},
                {static_cast<std::uint32_t>(place.seed), static_cast<std::uint32_t>(place.seed >> 32) ^
                                                             static_cast<std::uint32_t>(place.step >> 32)});
            for (std::size_t k = 0; k < kPerDraw; ++k)
                thresholds[i + k] = static_cast<float>(words[k / 2] >> 16 * (k % 2) & 0xffff) * 0x1p-16f;
        }
        return thresholds;
    }
};

} // namespace

std::unique_ptr<WireFormat> makeWireFormat(CompressionKind kind)
{
    switch (kind) {
    case CompressionKind::BFloat16:
        return std::make_unique<SixteenBits<toBFloat16, fromBFloat16>>();
    case CompressionKind::Float16:
        return std::make_unique<SixteenBits<toFloat16, fromFloat16>>();
    case CompressionKind::Int8:
        return std::make_unique<ScaledBytes>();
    case CompressionKind::None:
    case CompressionKind::TopK:
    case CompressionKind::PowerSgd:
        break;
    }
    LOCKSTEP_CHECK(false && "a compression that is not a format");
}

} // namespace lockstep
