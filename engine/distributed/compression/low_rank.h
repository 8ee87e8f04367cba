// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// `count` vectors of `length` elements, one after the other: the columns of a narrow matrix.
template <typename Float>
struct Columns {
    std::span<Float> values;
    std::size_t length = 0;
    std::size_t count() const { return values.size() / length; }
    std::span<Float> at(std::size_t column) const { return values.subspan(column * length, length); }
};

/// Makes them orthogonal and of unit length, from the first to the last [Gram and Schmidt]. One that the
/// others span, or zero, becomes as good as zero: lengths are divided by themselves + 1e-8. In one order, so
/// the same bits on every host.
template <typename Float>
void orthonormalize(const Columns<Float>& columns);

/// One gradient matrix on one rank, as PowerSGD sends it [Vogels, Karimireddy, Jaggi 2019]: the sum over the
/// ranks of M = gradient + memory is taken for P Q', P having orthonormal columns, and what P Q' misses of M
/// stays in the memory. Everything is linear in M: only the sum of the ranks' memories counts. A step is
///
///     project(gradient, p);  sum p over the ranks;  share(p, q);  sum q over the ranks;  finish(q, gradient)
///
/// The matrices are larger than a processor's caches, so that walks over them are what a step costs: what
/// P Q' has missed is taken from the memory on the next walk over it, or by settle().
///
/// Float is float in training; double shows the algebra.
template <typename Float>
class LowRankGradient {
public:
    /// `q`: `rank` columns of `cols` elements, what the step before has found, or a random start, equal on
    /// all ranks; `memory`: rows x cols, row-major, zero at the start. Both are borrowed; others use the
    /// memory before the first step and after settle().
    /// REQUIRES: rank <= rows, cols.
    LowRankGradient(std::size_t rows, std::size_t cols, std::span<Float> q, std::span<Float> memory);

    std::size_t rows() const { return m_rows; }
    std::size_t cols() const { return m_cols; }
    std::size_t rank() const { return m_q.size() / m_cols; }
    /// Elements of P and Q.
    std::size_t leftSize() const { return rank() * m_rows; }
    std::size_t rightSize() const { return m_q.size(); }

    void project(std::span<const Float> gradient, std::span<Float> p);
    /// `p`: the sum over the ranks.
    void share(std::span<const Float> p, std::span<Float> q);
    /// `q`: the sum over the ranks.
    void finish(std::span<const Float> q, std::span<Float> gradient);
    /// Between two steps: the memory is what the last one left.
    void settle();

private:
    void takeOwnPart(std::size_t row);

    std::size_t m_rows, m_cols;
    std::span<Float> m_q, m_memory;
    std::vector<Float> m_p; ///< orthonormal columns
    std::vector<Float> m_ownQ;
    bool m_isOwnPartDue = false; ///< what P Q' of this rank's Q says is still in the memory
};

/// Whether a gradient of rows x cols crosses as two matrices of `rank` columns: at most half of it would.
constexpr bool isWorthFactoring(std::size_t rows, std::size_t cols, std::size_t rank)
{
    return 2 * rank * (rows + cols) < rows * cols;
}

} // namespace lockstep
