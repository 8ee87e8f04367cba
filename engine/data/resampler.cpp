// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/resampler.h"

#include "engine/core/error.h"
#include "engine/data/resample_lines.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

/// Half the width of the triangle, in source pixels.
double support(const ResampledAxis& axis) { return std::max(1.0, axis.length / axis.size); }

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

} // namespace

SourceRange sourceRange(const ResampledAxis& axis)
{
    return {rangeOf(axis, axis.first).begin, rangeOf(axis, axis.first + axis.count - 1).end};
}

/// `limit`: source pixels that may be read from begin[i] on reach up to here.
void Resampler::Weights::compute(const ResampledAxis& axis, int limit)
{
    const double reach = support(axis);
    taps = static_cast<int>(std::ceil(reach)) * 2 + 1;
    taps += taps % 2;
    begin.assign(static_cast<std::size_t>(axis.count), 0);
    values.assign(static_cast<std::size_t>(axis.count * taps), 0);
    std::vector<double> exact(static_cast<std::size_t>(taps));
    int most = 1;
    for (int i = 0; i < axis.count; ++i) {
        const SourceRange range = rangeOf(axis, axis.first + i);
        const double centre = centreOf(axis, axis.first + i);
        const int count = std::min(range.end - range.begin, taps);
        double sum = 0;
        for (int k = 0; k < count; ++k) {
            const double distance = std::abs((range.begin + k + 0.5 - centre) / reach);
            sum += exact[static_cast<std::size_t>(k)] = std::max(0.0, 1 - distance);
        }
        std::int16_t* row = values.data() + i * taps;
        int left = kWeightOne;
        int heaviest = 0;
        for (int k = 0; k < count; ++k) {
            const double share = sum > 0 ? exact[static_cast<std::size_t>(k)] / sum : (k == 0 ? 1.0 : 0.0);
            row[k] = static_cast<std::int16_t>(std::lrint(share * kWeightOne));
            left -= row[k];
            heaviest = row[k] > row[heaviest] ? k : heaviest;
        }
        row[heaviest] = static_cast<std::int16_t>(row[heaviest] + left); // a plain area keeps its value
        begin[static_cast<std::size_t>(i)] = range.begin;
        most = std::max(most, count);
    }
    // Fewer taps than planned are the rule; pack them.
    const int needed = most + most % 2;
    for (int i = 0; i < axis.count; ++i)
        std::copy_n(values.begin() + i * taps, needed, values.begin() + i * needed);
    taps = needed;
    // The zero weights at the end of a row must not lead beyond the picture.
    for (int i = 0; i < axis.count; ++i) {
        int& from = begin[static_cast<std::size_t>(i)];
        const int beyond = std::min(std::max(0, from + taps - limit), from);
        std::int16_t* row = values.data() + i * taps;
        std::rotate(row, row + taps - beyond, row + taps);
        from -= beyond;
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
        lineKernels().resizeLine(source.pixels.data() + static_cast<std::size_t>(firstRow + y) * stride, m_columns.begin.data(),
                                 m_columns.values.data(), m_columns.taps, columns,
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
