// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/random.h"
#include "engine/data/dataset.h"
#include "engine/data/normalisation.h"

#include <array>
#include <vector>

namespace lockstep {

/// Pictures of any size and class count, made as they are read: for benchmarks and for trying a model out.
/// Each class has a mosaic of 8 x 8 coloured tiles, drawn from the seed; a sample is the mosaic of its class
/// under noise of 4/3 its strength, so a network that works learns them within a few steps. Pixels have mean
/// 0.5 and deviation 0.25. In a clip the mosaic moves to the left, a pixel a frame, under noise of each
/// frame's own. The same bytes on every host. Sample i is of class i modulo the class count.
class SyntheticImages final : public Dataset {
public:
    /// `frames`: of a clip; 0: pictures. `firstNumber` keeps the samples of two sets apart. REQUIRES: side,
    /// classes, samples >= 1; frames >= 0; 3 channels.
    SyntheticImages(int frames, int side, int classes, std::size_t samples, std::uint64_t seed,
                    std::uint64_t firstNumber, const Normalisation& normalisation);

    std::size_t size() const override { return m_samples; }
    Shape sampleShape() const override
    {
        return m_frames > 0 ? Shape{3, m_frames, m_side, m_side} : Shape{3, m_side, m_side};
    }
    int classes() const override { return m_classes; }
    std::int32_t label(std::size_t index) const override
    {
        return static_cast<std::int32_t>(index % static_cast<std::size_t>(m_classes));
    }
    std::int32_t read(std::size_t index, const ReadContext& context, std::span<float> values) const override;

private:
    static constexpr std::size_t kTiles = 8; ///< along each side of a mosaic
    using Mosaic = std::array<std::array<float, kTiles>, kTiles>;
    Mosaic drawMosaic(Random& tiles, std::size_t channel) const;

    int m_frames;
    int m_side;
    int m_classes;
    std::size_t m_samples;
    std::uint64_t m_seed;
    std::uint64_t m_firstNumber;
    std::vector<float> m_gain, m_offset; ///< of each channel, for a value of mean 0 and deviation 1
    std::vector<float> m_noise;          ///< rows of samples begin anywhere in it
};

/// spec.samples to train and a fifth as many, at least one, to validate.
DataSplits makeSyntheticImages(const DataSpec& spec, std::uint64_t seed);

} // namespace lockstep
