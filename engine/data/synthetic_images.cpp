// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic_images.h"

#include "engine/core/random.h"

#include <algorithm>

// Compiled without fused multiply-adds, so that every processor makes the same bytes.
namespace lockstep {
namespace {

constexpr std::size_t kChannels = 3;
constexpr std::size_t kNoiseRows = std::size_t{1} << 18; // a power of two: where a row of noise may begin
constexpr float kSignal = 0.6f;                          // 0.6^2 + 0.8^2 = 1
constexpr float kNoise = 0.8f;
constexpr float kHalfWidth = 1.7320508f; // uniform within +-sqrt(3): deviation 1

/// Keys that the run's own seeds, below 2^53, never are.
constexpr std::uint64_t kTileKey = std::uint64_t{0x711e} << 48;
constexpr std::uint64_t kNoiseKey = std::uint64_t{0x4015} << 48;
constexpr std::uint64_t kSampleKey = std::uint64_t{0x5a3f} << 48;
constexpr std::uint64_t kValidationNumbers = std::uint64_t{1} << 40;

} // namespace

SyntheticImages::SyntheticImages(int frames, int side, int classes, std::size_t samples, std::uint64_t seed,
                                 std::uint64_t firstNumber, const Normalisation& normalisation)
    : m_frames(frames), m_side(side), m_classes(classes), m_samples(samples), m_seed(seed),
      m_firstNumber(firstNumber)
{
    LOCKSTEP_CHECK(side > 0 && classes > 0 && samples > 0 && normalisation.mean.size() == kChannels);
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
        m_gain.push_back(static_cast<float>(0.25 / normalisation.deviation[channel]));
        m_offset.push_back(
            static_cast<float>((0.5 - normalisation.mean[channel]) / normalisation.deviation[channel]));
    }
    Random random(kNoiseKey ^ seed);
    m_noise.resize(kNoiseRows + static_cast<std::size_t>(side));
    for (float& value : m_noise)
        value = random.uniform(-kHalfWidth, kHalfWidth);
}

/// Draws the tiles of one channel, row by row.
SyntheticImages::Mosaic SyntheticImages::drawMosaic(Random& tiles, std::size_t channel) const
{
    Mosaic mosaic{};
    for (auto& row : mosaic)
        for (float& colour : row)
            colour = m_gain[channel] * kSignal * tiles.uniform(-kHalfWidth, kHalfWidth) + m_offset[channel];
    return mosaic;
}

std::int32_t SyntheticImages::read(std::size_t index, const ReadContext&, std::span<float> values) const
{
    const auto side = static_cast<std::size_t>(m_side);
    const auto frames = static_cast<std::size_t>(std::max(m_frames, 1));
    LOCKSTEP_CHECK(index < m_samples && values.size() == kChannels * frames * side * side);
    const std::int32_t label = SyntheticImages::label(index);
    Random tiles(kTileKey ^ m_seed, static_cast<std::uint64_t>(label));
    Random rows(kSampleKey ^ m_seed, m_firstNumber + index);
    std::vector<float> tileRow(side);
    std::size_t start = rows.next();
    float* out = values.data();
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
        const Mosaic mosaic = drawMosaic(tiles, channel);
        const float noiseGain = m_gain[channel] * kNoise;
        std::size_t drawn = frames * kTiles; // the row of tiles that tileRow holds, counted over all frames
        for (std::size_t line = 0; line < frames * side; ++line, out += side) {
            const std::size_t frame = line / side;
            const std::size_t tileY = line % side * kTiles / side;
            if (frame * kTiles + tileY != drawn) {
                drawn = frame * kTiles + tileY;
                for (std::size_t x = 0; x < side; ++x)
                    tileRow[x] = mosaic[tileY][(x + frame) % side * kTiles / side];
            }
            start = (start * 25214903917u + 11u) % kNoiseRows;
            const float* noise = m_noise.data() + start;
            for (std::size_t x = 0; x < side; ++x)
                out[x] = tileRow[x] + noiseGain * noise[x];
        }
    }
    return label;
}

DataSplits makeSyntheticImages(const DataSpec& spec, std::uint64_t seed)
{
    const Normalisation normalisation = normalisationOf(spec, kChannels);
    const auto samples = static_cast<std::size_t>(spec.samples);
    DataSplits data;
    data.training = std::make_unique<SyntheticImages>(framesOf(spec), spec.imageSize, spec.classes, samples,
                                                      seed, 0, normalisation);
    data.validation = std::make_unique<SyntheticImages>(framesOf(spec), spec.imageSize, spec.classes,
                                                        std::max<std::size_t>(1, samples / 5), seed,
                                                        kValidationNumbers, normalisation);
    return data;
}

} // namespace lockstep
