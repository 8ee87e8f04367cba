// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/matrix_product.h"

#include "engine/compute/cpu/lowering/dnnl_call.h"

#include <algorithm>
#include <limits>

namespace lockstep {
namespace {

/// c {m, n} = a b + beta c; `transposed`: of the matrices as they are stored, row by row, the leading sizes
/// follow.
void multiply(char transposeA, char transposeB, std::int64_t m, std::int64_t n, std::int64_t k,
              const float* a, std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
              std::int64_t ldc)
{
    if (m == 0 || n == 0)
        return;
    const dnnl_status_t status =
        dnnl_sgemm(transposeA, transposeB, m, n, k, 1.0f, a, lda, b, ldb, beta, c, ldc);
    if (status != dnnl_success)
        throwDnnlError(dnnl::error(status, "could not multiply matrices"));
}

} // namespace

void MatrixProduct::forward(const WorkerFrame& f) const
{
    const int from = f.shareBegin(f.worker, out);
    const int to = f.shareBegin(f.worker + 1, out);
    if (f.total == 0)
        return;
    multiply('N', 'T', f.total, to - from, in, f.at<float>(x), in, weight + std::int64_t{from} * in, in, 0,
             f.at<float>(y) + from, out);
    const float most = clamp == Clamp::Relu6 ? 6.0f : std::numeric_limits<float>::infinity();
    for (int sample = 0; sample < f.total; ++sample) {
        float* row = f.at<float>(y) + std::int64_t{sample} * out;
        for (int i = from; i < to; ++i) {
            row[i] += bias[i];
            // Written so that what is not a number stays one.
            if (clamp != Clamp::None)
                row[i] = row[i] < 0 ? 0.0f : row[i] > most ? most : row[i];
        }
    }
}

void MatrixProduct::backward(const WorkerFrame& f) const
{
    const int from = f.shareBegin(f.worker, out);
    const int to = f.shareBegin(f.worker + 1, out);
    const bool add = f.gradients == Gradients::Add;
    float* gradient = weightGradient.data() + std::int64_t{from} * in;
    if (f.total == 0 && !add)
        std::fill_n(gradient, std::int64_t{to - from} * in, 0.0f);
    if (f.total > 0)
        multiply('T', 'N', to - from, in, f.total, f.at<float>(dy) + from, out, f.at<float>(x), in,
                 add ? 1.0f : 0.0f, gradient, in);
    for (int i = from; i < to; ++i) {
        const auto at = static_cast<std::size_t>(i);
        double sum = add ? static_cast<double>(biasGradient[at]) : 0;
        for (int sample = 0; sample < f.total; ++sample)
            sum += static_cast<double>(f.at<float>(dy)[std::int64_t{sample} * out + i]);
        biasGradient[at] = static_cast<float>(sum);
    }
}

void MatrixProduct::inputGradient(const WorkerFrame& f) const
{
    const int from = f.shareBegin(f.worker, in);
    const int to = f.shareBegin(f.worker + 1, in);
    if (f.total > 0)
        multiply('N', 'N', f.total, to - from, out, f.at<float>(dy), out, weight + from, in, 0,
                 f.at<float>(dx) + from, in);
}

} // namespace lockstep
