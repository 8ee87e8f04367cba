// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/resampler.h"

#include "engine/core/error.h"
#include "engine/data/pictures/resample_lines.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

/// Half the width of the triangle, in source pixels.
double support(const ResampledAxis& axis)
{
    return std::max(1.0, axis.length / axis.size);
}

double centreOf(const ResampledAxis& axis, int sample)
{
    return axis.start + (sample + 0.5) * (axis.length / axis.size);
}

/// As Pillow rounds the ends of the triangle (towards zero, which for the first pixels is not down).
SourceRange rangeOf(const ResampledAxis& axis, int sample)
{
    const double centre = centreOf(axis, sample);
    const double reach = support(axis);
    const int begin = std::clamp(static_cast<int>(centre - reach + 0.5), axis.low, axis.high - 1);
    const int end = std::clamp(static_cast<int>(centre + reach + 0.5), begin + 1, axis.high);
    return {begin, end};
}

/// The weights of the pixels of a range, whose sum is 1.
void fillWeights(const ResampledAxis& axis, int sample, SourceRange range, std::int16_t* weights)
{
    const double reach = support(axis);
    const double centre = centreOf(axis, sample);
    const int count = range.end - range.begin;
    const auto exact = [&](int k) {
        return std::max(0.0, 1 - std::abs((range.begin + k + 0.5 - centre) / reach));
    };
    double sum = 0;
    for (int k = 0; k < count; ++k)
        sum += exact(k);
    int left = kWeightOne;
    int heaviest = 0;
    for (int k = 0; k < count && sum > 0; ++k) {
        weights[k] = static_cast<std::int16_t>(std::lrint(exact(k) / sum * kWeightOne));
        left -= weights[k];
        heaviest = weights[k] > weights[heaviest] ? k : heaviest;
    }
    weights[heaviest] = static_cast<std::int16_t>(weights[heaviest] + left); // a plain area keeps its value
}

} // namespace

SourceRange sourceRange(const ResampledAxis& axis)
{
    return {rangeOf(axis, axis.first).begin, rangeOf(axis, axis.first + axis.count - 1).end};
}

/// `limit`: source pixels that may be read from begin[i] on reach up to here.
void Resampler::Weights::compute(const ResampledAxis& axis, int limit)
{
    int most = 1;
    for (int i = 0; i < axis.count; ++i) {
        const SourceRange range = rangeOf(axis, axis.first + i);
        most = std::max(most, range.end - range.begin);
    }
    taps = most + most % 2;
    begin.assign(static_cast<std::size_t>(axis.count), 0);
    values.assign(static_cast<std::size_t>(axis.count * taps), 0);
    for (int i = 0; i < axis.count; ++i) {
        const SourceRange range = rangeOf(axis, axis.first + i);
        std::int16_t* row = values.data() + i * taps;
        fillWeights(axis, axis.first + i, range, row);
        // The zeros at the end of a row must not lead beyond the picture.
        const int beyond = std::min(std::max(0, range.begin + taps - limit), range.begin);
        std::rotate(row, row + taps - beyond, row + taps);
        begin[static_cast<std::size_t>(i)] = range.begin - beyond;
    }
}

const std::vector<std::uint8_t>& Resampler::run(const DecodedPart& source, const ResampledAxis& columns,
                                                const ResampledAxis& rows)
{
    LOCKSTEP_CHECK(columns.low >= 0 && columns.high <= source.width && columns.low < columns.high);
    LOCKSTEP_CHECK(rows.low >= 0 && rows.high <= source.height && rows.low < rows.high);
    m_columns.compute(columns, source.width);
    const SourceRange needed = sourceRange(rows);
    m_rows.compute(rows, needed.end);
    int firstRow = needed.begin;
    for (const int begin : m_rows.begin)
        firstRow = std::min(firstRow, begin);
    resizeRows(source, firstRow, needed.end - firstRow, columns.count);
    resizeColumns(firstRow, columns.count, rows.count);
    return m_result;
}

void Resampler::resizeRows(const DecodedPart& source, int firstRow, int rowCount, int columns)
{
    const std::size_t line = static_cast<std::size_t>(columns) * 4;
    // A row of zero weight may be looked at below the last one.
    m_between.resize(line * static_cast<std::size_t>(rowCount + m_rows.taps) + kPictureSlack);
    const std::size_t stride = static_cast<std::size_t>(source.width) * 4;
    for (int y = 0; y < rowCount; ++y)
        lineKernels().resizeLine(source.pixels.data() + static_cast<std::size_t>(firstRow + y) * stride,
                                 m_columns.begin.data(), m_columns.values.data(), m_columns.taps, columns,
                                 m_between.data() + static_cast<std::size_t>(y) * line);
}

void Resampler::resizeColumns(int firstRow, int columns, int rows)
{
    const std::size_t line = static_cast<std::size_t>(columns) * 4;
    m_result.resize(line * static_cast<std::size_t>(rows) + kPictureSlack);
    for (int y = 0; y < rows; ++y) {
        const int from = m_rows.begin[static_cast<std::size_t>(y)] - firstRow;
        lineKernels().blendLines(m_between.data() + static_cast<std::size_t>(from) * line, line,
                                 m_rows.values.data() + y * m_rows.taps, m_rows.taps, line,
                                 m_result.data() + static_cast<std::size_t>(y) * line);
    }
}

} // namespace lockstep
