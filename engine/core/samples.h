// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/pixel_scale.h"

#include <concepts>
#include <cstdint>
#include <span>

namespace lockstep {

/// Samples on their way into a program, borrowed: floats, or pixels as bytes that the program scales.
class Samples {
public:
    Samples() = default;
    /// Of something like a std::span<const float>: {count, channels, [frames,] height, width}.
    template <typename Values>
    requires std::convertible_to<const Values&, std::span<const float>> Samples(const Values& values)
        : m_floats(values)
    {
    }
    /// {count, [frames,] height, width, channels}
    Samples(std::span<const std::uint8_t> pixels, const PixelScale& scale) : m_pixels(pixels), m_scale(scale)
    {
    }

    /// How many numbers they are in all.
    std::size_t size() const { return arePixels() ? m_pixels.size() : m_floats.size(); }
    Samples part(std::size_t first, std::size_t size) const
    {
        return arePixels() ? Samples(m_pixels.subspan(first, size), m_scale)
                           : Samples(m_floats.subspan(first, size));
    }

    bool arePixels() const { return m_scale.channels > 0; }
    std::span<const float> floats() const { return m_floats; } ///< none where they are pixels
    std::span<const std::uint8_t> pixels() const { return m_pixels; }
    const PixelScale& scale() const { return m_scale; } ///< of the pixels

private:
    std::span<const float> m_floats;
    std::span<const std::uint8_t> m_pixels;
    PixelScale m_scale;
};

} // namespace lockstep
