// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled without contraction to fused multiply-adds: what ranks do with the same numbers must give the
/// same bits on every host.
#include "engine/distributed/compression/low_rank.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <cmath>

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

/// As dot(), in the precision of the values.
template <typename Float>
Float quickDot(const Float* a, const Float* b, std::size_t count)
{
    std::array<Float, kLanes> lanes{};
    const std::size_t whole = count / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k)
            lanes[k] += a[i + k] * b[i + k];
    for (std::size_t i = whole; i < count; ++i)
        lanes[i - whole] += a[i] * b[i];
    Float sum = 0;
    for (const Float lane : lanes)
        sum += lane;
    return sum;
}

template <typename Float>
void addMultiple(Float factor, const Float* from, Float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] += factor * from[i];
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
        Float* const values = &m_memory[row * m_cols];
        addMultiple<Float>(1, &gradient[row * m_cols], values, m_cols);
        for (std::size_t k = 0; k < rank(); ++k)
            p[k * m_rows + row] = quickDot(values, &m_q[k * m_cols], m_cols);
    }
}

template <typename Float>
void LowRankGradient<Float>::share(std::span<const Float> p, std::span<Float> q)
{
    LOCKSTEP_CHECK(p.size() == leftSize() && q.size() == rightSize());
    std::copy(p.begin(), p.end(), m_p.begin());
    orthonormalize(Columns<Float>{m_p, m_rows});
    std::fill(q.begin(), q.end(), Float{0});
    for (std::size_t row = 0; row < m_rows; ++row)
        for (std::size_t k = 0; k < rank(); ++k)
            addMultiple(m_p[k * m_rows + row], &m_memory[row * m_cols], &q[k * m_cols], m_cols);
    std::copy(q.begin(), q.end(), m_ownQ.begin());
}

template <typename Float>
void LowRankGradient<Float>::finish(std::span<const Float> q, std::span<Float> gradient)
{
    LOCKSTEP_CHECK(q.size() == rightSize() && gradient.size() == m_memory.size());
    std::copy(q.begin(), q.end(), m_q.begin());
    std::fill(gradient.begin(), gradient.end(), Float{0});
    for (std::size_t row = 0; row < m_rows; ++row)
        for (std::size_t k = 0; k < rank(); ++k) {
            const Float left = m_p[k * m_rows + row];
            addMultiple(left, &m_q[k * m_cols], &gradient[row * m_cols], m_cols);
            addMultiple(-left, &m_ownQ[k * m_cols], &m_memory[row * m_cols], m_cols);
        }
}

template void orthonormalize(const Columns<float>&);
template void orthonormalize(const Columns<double>&);
template class LowRankGradient<float>;
template class LowRankGradient<double>;

} // namespace lockstep
