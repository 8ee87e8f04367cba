// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled without contraction to fused multiply-adds: what ranks do with the same numbers must give the
/// same bits on every host.
#include "engine/distributed/compression/low_rank.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>

namespace lockstep {
namespace {

/// Sums run in so many lanes, for compilers to vectorise; added up in a fixed order.
constexpr std::size_t kLanes = 8;

template <typename Float>
double dot(std::span<const Float> a, std::span<const Float> b)
{
    std::array<double, kLanes> lanes{};
    const std::size_t whole = a.size() / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k)
            lanes[k] += static_cast<double>(a[i + k]) * static_cast<double>(b[i + k]);
    for (std::size_t i = whole; i < a.size(); ++i)
        lanes[i - whole] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    double sum = 0;
    for (const double lane : lanes)
        sum += lane;
    return sum;
}

template <typename Float>
void addMultiple(Float factor, const Float* from, Float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] += factor * from[i];
}

/// Several columns are taken in one walk over a row, for the rows are what is large: so many at most.
constexpr std::size_t kTogether = 4;
/// Rows that are added to a column in one walk over it.
constexpr std::size_t kRowsTogether = 8;

/// What `row` is times each of Count columns that follow each other, put `stride` apart. As dot(), in the
/// precision of the values; the compiler does not find these vectors by itself.
template <std::size_t Count, typename Float>
void dotEach(std::span<const Float> row, const Float* columns, Float* products, std::size_t stride)
{
    using Vector [[gnu::vector_size(16)]] = Float;
    constexpr std::size_t kWidth = sizeof(Vector) / sizeof(Float), kVectors = kLanes / kWidth;
    Vector sums[Count][kVectors] = {};
    const std::size_t whole = row.size() / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes)
        for (std::size_t n = 0; n < kVectors; ++n) {
            Vector x, y;
            std::memcpy(&x, &row[i + n * kWidth], sizeof x);
            for (std::size_t k = 0; k < Count; ++k) {
                std::memcpy(&y, &columns[k * row.size() + i + n * kWidth], sizeof y);
                sums[k][n] += x * y;
            }
        }
    for (std::size_t k = 0; k < Count; ++k) {
        std::array<Float, kLanes> lanes;
        std::memcpy(lanes.data(), sums[k], sizeof lanes);
        for (std::size_t i = whole; i < row.size(); ++i)
            lanes[i - whole] += row[i] * columns[k * row.size() + i];
        products[k * stride] = std::accumulate(lanes.begin(), lanes.end(), Float{0});
    }
}

/// to += factors[0] * the first of vectors that follow each other, then the second's, ...
template <std::size_t Count, typename Float>
void addEach(const std::array<Float, Count>& factors, const Float* vectors, std::span<Float> to)
{
    for (std::size_t i = 0; i < to.size(); ++i) {
        Float sum = to[i];
        for (std::size_t k = 0; k < Count; ++k)
            sum += factors[k] * vectors[k * to.size() + i];
        to[i] = sum;
    }
}

/// Calls job(first, std::integral_constant<std::size_t, n>) for all of 0 .. count, at most Most at a time.
template <std::size_t Most, typename Job>
void forGroups(std::size_t count, const Job& job)
{
    std::size_t first = 0;
    for (; first + Most <= count; first += Most)
        job(first, std::integral_constant<std::size_t, Most>());
    if constexpr (Most > 1)
        forGroups<Most / 2>(count - first, [&](std::size_t next, auto size) { job(first + next, size); });
}

} // namespace

template <typename Float>
void orthonormalize(const Columns<Float>& columns)
{
    constexpr double kEpsilon = 1e-8;
    for (std::size_t i = 0; i < columns.count(); ++i) {
        const std::span<Float> column = columns.at(i);
        const double length = std::sqrt(dot<Float>(column, column));
        for (Float& value : column)
            value = static_cast<Float>(static_cast<double>(value) / (length + kEpsilon));
        for (std::size_t j = i + 1; j < columns.count(); ++j) {
            const std::span<Float> other = columns.at(j);
            addMultiple(static_cast<Float>(-dot<Float>(column, other)), column.data(), other.data(),
                        other.size());
        }
    }
}

template <typename Float>
LowRankGradient<Float>::LowRankGradient(std::size_t rows, std::size_t cols, std::span<Float> q,
                                        std::span<Float> memory)
    : m_rows(rows), m_cols(cols), m_q(q), m_memory(memory), m_p(q.size() / cols * rows), m_ownQ(q.size())
{
    LOCKSTEP_CHECK(q.size() % cols == 0 && memory.size() == rows * cols);
    LOCKSTEP_CHECK(rank() <= rows && rank() <= cols);
}

template <typename Float>
void LowRankGradient<Float>::project(std::span<const Float> gradient, std::span<Float> p)
{
    LOCKSTEP_CHECK(gradient.size() == m_memory.size() && p.size() == leftSize());
    orthonormalize(Columns<Float>{m_q, m_cols});
    for (std::size_t row = 0; row < m_rows; ++row) {
        const std::span<Float> values = m_memory.subspan(row * m_cols, m_cols);
        if (m_isOwnPartDue)
            takeOwnPart(row);
        addMultiple<Float>(1, &gradient[row * m_cols], values.data(), m_cols);
        forGroups<kTogether>(rank(), [&](std::size_t k, auto count) {
            dotEach<count, Float>(values, &m_q[k * m_cols], &p[k * m_rows + row], m_rows);
        });
    }
    m_isOwnPartDue = false;
}

template <typename Float>
void LowRankGradient<Float>::share(std::span<const Float> p, std::span<Float> q)
{
    LOCKSTEP_CHECK(p.size() == leftSize() && q.size() == rightSize());
    std::copy(p.begin(), p.end(), m_p.begin());
    orthonormalize(Columns<Float>{m_p, m_rows});
    std::fill(q.begin(), q.end(), Float{0});
    forGroups<kRowsTogether>(m_rows, [&](std::size_t row, auto count) {
        for (std::size_t k = 0; k < rank(); ++k) {
            std::array<Float, count> factors;
            std::copy_n(&m_p[k * m_rows + row], count, factors.begin());
            addEach(factors, &m_memory[row * m_cols], q.subspan(k * m_cols, m_cols));
        }
    });
    std::copy(q.begin(), q.end(), m_ownQ.begin());
}

template <typename Float>
void LowRankGradient<Float>::finish(std::span<const Float> q, std::span<Float> gradient)
{
    LOCKSTEP_CHECK(q.size() == rightSize() && gradient.size() == m_memory.size());
    std::copy(q.begin(), q.end(), m_q.begin());
    for (std::size_t row = 0; row < m_rows; ++row) {
        const std::span<Float> sums = gradient.subspan(row * m_cols, m_cols);
        std::ranges::fill(sums, Float{0}); // it stays near for what follows
        forGroups<kTogether>(rank(), [&](std::size_t k, auto count) {
            std::array<Float, count> left;
            for (std::size_t i = 0; i < count; ++i)
                left[i] = m_p[(k + i) * m_rows + row];
            addEach(left, &m_q[k * m_cols], sums);
        });
    }
    m_isOwnPartDue = true;
}

template <typename Float>
void LowRankGradient<Float>::settle()
{
    if (!m_isOwnPartDue)
        return;
    for (std::size_t row = 0; row < m_rows; ++row)
        takeOwnPart(row);
    m_isOwnPartDue = false;
}

template <typename Float>
void LowRankGradient<Float>::takeOwnPart(std::size_t row)
{
    forGroups<kTogether>(rank(), [&](std::size_t k, auto count) {
        std::array<Float, count> missed;
        for (std::size_t i = 0; i < count; ++i)
            missed[i] = -m_p[(k + i) * m_rows + row];
        addEach(missed, &m_ownQ[k * m_cols], m_memory.subspan(row * m_cols, m_cols));
    });
}

template void orthonormalize(const Columns<float>&);
template void orthonormalize(const Columns<double>&);
template class LowRankGradient<float>;
template class LowRankGradient<double>;

} // namespace lockstep
