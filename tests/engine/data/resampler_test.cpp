// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"
#include "engine/data/pictures/resample_lines.h"
#include "engine/data/pictures/resampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

DecodedPart noise(int width, int height, std::uint64_t seed)
{
    DecodedPart part;
    part.resize(width, height);
    Random random(seed);
    for (std::uint8_t& byte : part.pixels)
        byte = static_cast<std::uint8_t>(random.below(256));
    return part;
}

ResampledAxis whole(int length, int size)
{
    return {0, static_cast<double>(length), size, 0, size, 0, length};
}

/// The triangle filter in double precision, in one pass over both axes.
double exactly(const DecodedPart& source, const ResampledAxis& columns, const ResampledAxis& rows, int x,
               int y, int channel)
{
    const auto weight = [](const ResampledAxis& axis, int sample, int pixel) {
        const double step = axis.length / axis.size;
        const double centre = axis.start + (axis.first + sample + 0.5) * step;
        return std::max(0.0, 1 - std::abs((pixel + 0.5 - centre) / std::max(1.0, step)));
    };
    double sum = 0;
    double weights = 0;
    for (int v = rows.low; v < rows.high; ++v) {
        for (int u = columns.low; u < columns.high; ++u) {
            const double w = weight(columns, x, u) * weight(rows, y, v);
            sum += w * source.pixels[(static_cast<std::size_t>(v) * static_cast<std::size_t>(source.width) +
                                      static_cast<std::size_t>(u)) *
                                         4 +
                                     static_cast<std::size_t>(channel)];
            weights += w;
        }
    }
    return sum / weights;
}

TEST(Resampler, IsTheTriangleFilterOnAnyBox)
{
    struct Case {
        int width, height;
        ResampledAxis columns, rows;
    };
    const std::vector<Case> cases = {
        {40, 30, whole(40, 16), whole(30, 16)},                               // smaller
        {5, 7, whole(5, 16), whole(7, 16)},                                   // larger
        {1, 1, whole(1, 8), whole(1, 8)},                                     // one pixel
        {2, 300, whole(2, 8), whole(300, 8)},                                 // narrow
        {33, 33, whole(33, 33), whole(33, 33)},                               // as it is
        {40, 30, {3, 20, 9, 0, 9, 3, 23}, {5, 6, 9, 0, 9, 5, 11}},            // a crop sees only itself
        {40, 30, {0, 40, 24, 7, 9, 0, 40}, {0, 30, 18, 5, 9, 0, 30}},         // the middle of a larger one
        {40, 30, {3.5, 20.25, 9, 0, 9, 3, 24}, {-0.5, 10.5, 9, 0, 9, 0, 10}}, // at a fraction of a pixel
    };
    Resampler resampler;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [width, height, columns, rows] = cases[i];
        const DecodedPart source = noise(width, height, i);
        const auto& result = resampler.run(source, columns, rows);
        for (int y = 0; y < rows.count; ++y)
            for (int x = 0; x < columns.count; ++x)
                for (int channel = 0; channel < 3; ++channel)
                    ASSERT_NEAR(result[static_cast<std::size_t>((y * columns.count + x) * 4 + channel)],
                                exactly(source, columns, rows, x, y, channel), 1.02)
                        << "case " << i << " at " << x << ", " << y;
    }
}

TEST(Resampler, KeepsPlainAreasAndItsOwnSize)
{
    DecodedPart plain;
    plain.resize(50, 41);
    std::fill(plain.pixels.begin(), plain.pixels.end(), std::uint8_t{201});
    Resampler resampler;
    const auto& result = resampler.run(plain, whole(50, 17), whole(41, 100));
    EXPECT_TRUE(
        std::all_of(result.begin(), result.begin() + 17 * 100 * 4, [](std::uint8_t v) { return v == 201; }));
    const DecodedPart source = noise(20, 20, 1);
    const auto& same = resampler.run(source, whole(20, 20), whole(20, 20));
    EXPECT_TRUE(std::equal(same.begin(), same.begin() + 1600, source.pixels.begin()));
}

TEST(LineKernels, GiveTheSameBitsOnEveryProcessor)
{
    const LineKernels* wide = wideLineKernels();
    if (!wide)
        return; // nothing to compare on this processor
    Random random(4);
    for (const int count : {1, 2, 7, 8, 9, 31, 224}) {
        for (const int taps : {2, 4, 6, 14}) {
            const DecodedPart source = noise(300, 16, static_cast<std::uint64_t>(count * taps));
            std::vector<int> begin(static_cast<std::size_t>(count));
            std::vector<std::int16_t> weights(static_cast<std::size_t>(count * taps));
            for (int& from : begin)
                from = static_cast<int>(random.below(280));
            for (std::int16_t& weight : weights)
                weight =
                    static_cast<std::int16_t>(random.below(static_cast<std::uint64_t>(kWeightOne / taps)));
            const auto bytes = static_cast<std::size_t>(count) * 4;
            std::vector<std::uint8_t> a(bytes + 64);
            std::vector<std::uint8_t> b(bytes + 64);
            const auto same = [&] {
                return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(bytes), b.begin());
            };
            plainLineKernels().resizeLine(source.pixels.data(), begin.data(), weights.data(), taps, count,
                                          a.data());
            wide->resizeLine(source.pixels.data(), begin.data(), weights.data(), taps, count, b.data());
            EXPECT_TRUE(same()) << count << " pixels, " << taps << " taps";
            plainLineKernels().blendLines(source.pixels.data(), 1200, weights.data(), taps, bytes, a.data());
            wide->blendLines(source.pixels.data(), 1200, weights.data(), taps, bytes, b.data());
            EXPECT_TRUE(same()) << count << " pixels, " << taps << " taps";
            for (const bool flip : {false, true}) {
                std::vector<std::uint8_t> p(3 * static_cast<std::size_t>(count) + 16, 99);
                std::vector<std::uint8_t> q(p);
                plainLineKernels().packLine(source.pixels.data(), count, flip, p.data());
                wide->packLine(source.pixels.data(), count, flip, q.data());
                EXPECT_EQ(p, q) << count << (flip ? " mirrored" : "");
                const std::size_t from = flip ? bytes - 4 : 0;
                EXPECT_TRUE(std::equal(q.begin(), q.begin() + 3,
                                       source.pixels.begin() + static_cast<std::ptrdiff_t>(from)));
                EXPECT_EQ(q[3 * static_cast<std::size_t>(count)], 99) << "written behind the end";
            }
        }
    }
}

} // namespace
} // namespace lockstep
