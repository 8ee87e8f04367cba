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

/// Four floats, as every processor adds at once.
using Lanes [[gnu::vector_size(16), gnu::aligned(alignof(float)), gnu::may_alias]] = float;

/// What of a product stays in registers.
constexpr int kRows = 4;
constexpr int kColumns = 8;

/// kColumns of a row.
struct RowSums {
    explicit RowSums(const float* c) : low(at(c)), high(at(c + 4)) {}
    void add(float factor, Lanes lowValues, Lanes highValues)
    {
        low += factor * lowValues;
        high += factor * highValues;
    }
    void storeTo(float* c) const
    {
        *reinterpret_cast<Lanes*>(c) = low;
        *reinterpret_cast<Lanes*>(c + 4) = high;
    }
    static Lanes at(const float* values) { return *reinterpret_cast<const Lanes*>(values); }

    Lanes low;
    Lanes high;
};

/// c {kRows, kColumns} += a {kRows, k} b {k, kColumns}, with b's rows dense.
void addBlock(std::int64_t k, MatrixView a, const float* b, std::int64_t bStride, float* c,
              std::int64_t cStride)
{
    RowSums sums[kRows] = {RowSums(c), RowSums(c + cStride), RowSums(c + 2 * cStride),
                           RowSums(c + 3 * cStride)};
    for (std::int64_t p = 0; p < k; ++p, b += bStride) {
        const Lanes low = RowSums::at(b);
        const Lanes high = RowSums::at(b + 4);
        for (int i = 0; i < kRows; ++i)
            sums[i].add(a.at(i, p), low, high);
    }
    for (int i = 0; i < kRows; ++i)
        sums[i].storeTo(c + i * cStride);
}

/// The same for a block of any size.
void addRest(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, const float* b,
             std::int64_t bStride, float* c, std::int64_t cStride)
{
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t p = 0; p < k; ++p) {
            const float factor = a.at(i, p);
            for (std::int64_t j = 0; j < n; ++j)
                c[i * cStride + j] += factor * b[p * bStride + j];
        }
}

/// The matrix {rows, columns} with dense rows.
std::vector<float> denseRows(MatrixView matrix, std::int64_t rows, std::int64_t columns)
{
    std::vector<float> dense(static_cast<std::size_t>(rows * columns));
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            dense[static_cast<std::size_t>(row * columns + column)] = matrix.at(row, column);
    return dense;
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
        dense = denseRows(b, k, n);
        b = {dense.data(), n, 1};
    }
    const std::int64_t wholeRows = m - m % kRows;
    const std::int64_t wholeColumns = n - n % kColumns;
    for (std::int64_t i = 0; i < wholeRows; i += kRows)
        for (std::int64_t j = 0; j < wholeColumns; j += kColumns)
            addBlock(k, a.from(i, 0), b.values + j, b.rowStride, c + i * cStride + j, cStride);
    addRest(wholeRows, n - wholeColumns, k, a, b.values + wholeColumns, b.rowStride, c + wholeColumns,
            cStride);
    addRest(m - wholeRows, n, k, a.from(wholeRows, 0), b.values, b.rowStride, c + wholeRows * cStride,
            cStride);
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
        std::vector<float> transposed;
        if (forward)
            transposed = denseRows({second + weights, 1, tile.width()}, tile.width(), outputs);
        for (std::int64_t from = 0; from < places; from += kTile) {
            const std::int64_t count = std::min(kTile, places - from);
            const std::int64_t y = from * shape.outChannels + group * outputs;
            if (forward) {
                tile.gather(first, group, from, count);
                addProduct(count, outputs, tile.width(), {tile.values(), tile.width(), 1},
                           {transposed.data(), outputs, 1}, result.data() + y, shape.outChannels);
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
