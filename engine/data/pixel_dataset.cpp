// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pixel_dataset.h"

namespace lockstep {

PixelScale pixelScale(const Normalisation& normalisation)
{
    PixelScale scale{.channels = normalisation.mean.size()};
    LOCKSTEP_CHECK(scale.channels >= 1 && scale.channels <= kMaxPixelChannels &&
                   normalisation.deviation.size() == scale.channels);
    for (std::size_t channel = 0; channel < scale.channels; ++channel) {
        const double deviation = normalisation.deviation[channel];
        scale.gain[channel] = static_cast<float>(1 / (255 * deviation));
        scale.offset[channel] = static_cast<float>(-normalisation.mean[channel] / deviation);
    }
    return scale;
}

std::int32_t PixelDataset::read(std::size_t index, const ReadContext& context, std::span<float> values) const
{
    thread_local std::vector<std::uint8_t> pixels;
    pixels.resize(values.size());
    const std::int32_t label = readPixels(index, context, pixels);
    scaleTo(pixels, values);
    return label;
}

void PixelDataset::scaleTo(std::span<const std::uint8_t> pixels, std::span<float> values) const
{
    LOCKSTEP_CHECK(pixels.size() == values.size());
    const PixelValues meaning = pixelValues(m_scale);
    const std::size_t channels = m_scale.channels;
    const std::size_t plane = pixels.size() / channels;
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (std::size_t i = 0; i < plane; ++i)
            values[channel * plane + i] = meaning[channel][pixels[i * channels + channel]];
}

} // namespace lockstep
