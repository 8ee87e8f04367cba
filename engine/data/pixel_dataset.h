// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/pixel_scale.h"
#include "engine/data/dataset.h"
#include "engine/data/normalisation.h"

namespace lockstep {

/// Subtracts the mean and divides by the deviation, where 255 stands for 1. The normalisation has 1 ...
/// kMaxPixelChannels channels.
PixelScale pixelScale(const Normalisation& normalisation);

/// A data set whose samples are bytes: a quarter of the floats that they mean. Programs take them as they
/// are.
class PixelDataset : public Dataset {
public:
    const PixelScale& scale() const { return m_scale; }
    /// As read(), but the bytes: {[frames,] height, width, channels}, sampleShape().elements() of them.
    virtual std::int32_t readPixels(std::size_t index, const ReadContext& context,
                                    std::span<std::uint8_t> pixels) const = 0;

    const PixelDataset* pixels() const final { return this; }
    std::int32_t read(std::size_t index, const ReadContext& context, std::span<float> values) const final;

protected:
    explicit PixelDataset(const Normalisation& normalisation) : m_scale(pixelScale(normalisation)) {}
    /// What these bytes mean, {channels, [frames,] height, width}.
    void scaleTo(std::span<const std::uint8_t> pixels, std::span<float> values) const;

private:
    PixelScale m_scale;
};

} // namespace lockstep
