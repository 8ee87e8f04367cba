// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/plain_products.h"

#include <algorithm>

namespace lockstep::testing {
namespace {

using cuda::ConvolutionPass;
using cuda::ConvolutionShape;

/// So many places of a result at a time: their windows stay in the processor's caches.
constexpr std::int64_t kTile = 64;

/// One row of a product: c {n} += a {k} b {k, n}, with b's rows dense.
void addRow(std::int64_t n, std::int64_t k, MatrixView a, std::int64_t row, MatrixView b, float* c)
{
    for (std::int64_t p = 0; p < k; ++p) {
        const float factor = a.at(row, p);
        const float* values = b.values + p * b.rowStride;
        for (std::int64_t j = 0; j < n; ++j)
            c[j] += factor * values[j];
    }
}

/// The windows of some places of y side by side, for one group: {places, taps * channels of the group}.
class WindowTile {
public:
    explicit WindowTile(const ConvolutionShape& shape)
        : m_shape(shape), m_channels(shape.inChannels / shape.groups),
          m_width(std::int64_t{shape.frames.kernel} * shape.rows.kernel * shape.columns.kernel * m_channels),
          m_values(static_cast<std::size_t>(kTile * m_width))
    {
    }
    std::int64_t width() const { return m_width; }
    float* values() { return m_values.data(); }

    /// Padding counts as zero.
    void gather(const float* x, int group, std::int64_t first, std::int64_t places)
    {
        std::fill(m_values.begin(), m_values.end(), 0.0F);
        each(group, first, places,
             [&](std::int64_t at, float* window) { std::copy_n(x + at, m_channels, window); });
    }
    void scatter(float* x, int group, std::int64_t first, std::int64_t places)
    {
        each(group, first, places, [&](std::int64_t at, const float* window) {
            for (std::int64_t c = 0; c < m_channels; ++c)
                x[at + c] += window[c];
        });
    }

private:
    /// Calls job(place in x, place in this tile) for the channels of each tap that is on the map.
    template <typename Job>
    void each(int group, std::int64_t first, std::int64_t places, const Job& job)
    {
        const Side& f = m_shape.frames;
        const Side& r = m_shape.rows;
        const Side& c = m_shape.columns;
        for (std::int64_t i = 0; i < places; ++i) {
            std::int64_t rest = first + i;
            const int column = c.start(static_cast<int>(rest % c.out));
            rest /= c.out;
            const int row = r.start(static_cast<int>(rest % r.out));
            rest /= r.out;
            const int frame = f.start(static_cast<int>(rest % f.out));
            const std::int64_t sample = rest / f.out;
            float* window = m_values.data() + i * m_width;
            for (int tf = frame; tf < frame + f.kernel; ++tf)
                for (int tr = row; tr < row + r.kernel; ++tr)
                    for (int tc = column; tc < column + c.kernel; ++tc, window += m_channels)
                        if (tf >= 0 && tf < f.in && tr >= 0 && tr < r.in && tc >= 0 && tc < c.in)
                            job((((sample * f.in + tf) * r.in + tr) * c.in + tc) * m_shape.inChannels +
                                    group * m_channels,
                                window);
        }
    }

    const ConvolutionShape& m_shape;
    std::int64_t m_channels;
    std::int64_t m_width;
    std::vector<float> m_values;
};

} // namespace

void addProduct(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b, float* c,
                std::int64_t cStride)
{
    std::vector<float> dense;
    if (b.columnStride != 1 && n > 1) {
        dense.resize(static_cast<std::size_t>(k * n));
        for (std::int64_t p = 0; p < k; ++p)
            for (std::int64_t j = 0; j < n; ++j)
                dense[static_cast<std::size_t>(p * n + j)] = b.at(p, j);
        b = {dense.data(), n, 1};
    }
    for (std::int64_t i = 0; i < m; ++i)
        addRow(n, k, a, i, b, c + i * cStride);
}

std::vector<float> convolve(const ConvolutionShape& shape, ConvolutionPass pass, const float* first,
                            const float* second)
{
    const bool forward = pass == ConvolutionPass::Forward;
    const bool data = pass == ConvolutionPass::BackwardData;
    std::vector<float> result(static_cast<std::size_t>(forward ? shape.outputElements()
                                                       : data  ? shape.inputElements()
                                                               : shape.weightElements()));
    const std::int64_t outputs = shape.outChannels / shape.groups;
    const std::int64_t places = shape.outputElements() / shape.outChannels;
    WindowTile tile(shape);
    for (int group = 0; group < shape.groups; ++group) {
        const std::int64_t weights = group * outputs * tile.width();
        for (std::int64_t from = 0; from < places; from += kTile) {
            const std::int64_t count = std::min(kTile, places - from);
            const std::int64_t y = from * shape.outChannels + group * outputs;
            if (forward) {
                tile.gather(first, group, from, count);
                addProduct(count, outputs, tile.width(), {tile.values(), tile.width(), 1},
                           {second + weights, 1, tile.width()}, result.data() + y, shape.outChannels);
            } else if (data) {
                std::fill_n(tile.values(), kTile * tile.width(), 0.0F);
                addProduct(count, tile.width(), outputs, {first + y, shape.outChannels, 1},
                           {second + weights, tile.width(), 1}, tile.values(), tile.width());
                tile.scatter(result.data(), group, from, count);
            } else {
                tile.gather(first, group, from, count);
                addProduct(outputs, tile.width(), count, {second + y, 1, shape.outChannels},
                           {tile.values(), tile.width(), 1}, result.data() + weights, tile.width());
            }
        }
    }
    return result;
}

} // namespace lockstep::testing
