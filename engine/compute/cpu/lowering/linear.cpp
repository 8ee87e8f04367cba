// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/dnnl_call.h"
#include "engine/compute/cpu/lowering/lowering.h"

#include <algorithm>
#include <limits>

/// Linear layers. Their weights are large and the maps are not: so every worker computes some of the
/// features, of all samples, and reads (and writes) only its part of the weight. In f32 in every precision.
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

/// A linear layer y = clamp(x W' + b) in shared, row-major memory of the whole batch.
struct Lowering::Product {
    int in = 0;
    int out = 0;
    const float* weight = nullptr;
    const float* bias = nullptr;
    std::span<float> weightGradient, biasGradient;
    Clamp clamp = Clamp::None;
    BufferId x = 0, y = 0, dx = 0, dy = 0;
    BufferId flat = 0; ///< a worker's x (or dx) in the order of torchvision's weight, as activations

    void forward(const Frame& f) const
    {
        const int from = f.shareBegin(f.worker, out);
        const int to = f.shareBegin(f.worker + 1, out);
        if (f.total == 0)
            return;
        multiply('N', 'T', f.total, to - from, in, f.at<float>(x), in, weight + std::int64_t{from} * in, in,
                 0, f.at<float>(y) + from, out);
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

    void backward(const Frame& f) const
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

    void inputGradient(const Frame& f) const
    {
        const int from = f.shareBegin(f.worker, in);
        const int to = f.shareBegin(f.worker + 1, in);
        if (f.total > 0)
            multiply('N', 'N', f.total, to - from, out, f.at<float>(dy), out, weight + from, in, 0,
                     f.at<float>(dx) + from, in);
    }
};

void Lowering::linear(const Stage& s, Value& x, Value& y)
{
    y.element = Element::Float32;
    y.data = samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    const std::size_t first = s.layer->firstParameter;
    const auto matrix = [&](std::int64_t features) {
        return m_buffers.shared(4 * features * m_options.batch);
    };
    const Product p{.in = static_cast<int>(x.elements()),
                    .out = y.channels,
                    .weight = weight(*s.layer, 0),
                    .bias = weight(*s.layer, 1),
                    .weightGradient = weightGradient(first),
                    .biasGradient = weightGradient(first + 1),
                    .clamp = s.clamp,
                    .x = matrix(x.elements()),
                    .y = matrix(y.channels),
                    .dx = matrix(x.wantsGradient ? x.elements() : 0),
                    .dy = matrix(y.channels),
                    .flat = samples(x.elements(), x.element)};
    forward("linear input",
            [k = &kernels(x), p, x = x.data, channels = x.channels, pixels = x.pixels()](const Frame& f) {
                float* rows = f.at<float>(p.x) + std::int64_t{f.first} * p.in;
                if (pixels > 1)
                    k->nhwcToNchw(f.at(x), f.at(p.flat), f.count, channels, pixels, Output::Overwrite);
                k->toFloat(f.at(pixels > 1 ? p.flat : x), rows, std::int64_t{f.count} * p.in,
                           Output::Overwrite);
            },
            {x.data, p.flat});
    m_schedule.forwardBarrier(m_trainingOnly);
    forward(
        "linear", [p](const Frame& f) { p.forward(f); }, {}, Step::Kind::All);
    m_schedule.forwardBarrier(m_trainingOnly);
    forward("linear output",
            [p, y = y.data](const Frame& f) {
                std::copy_n(f.at<float>(p.y) + std::int64_t{f.first} * p.out, std::int64_t{f.count} * p.out,
                            f.at<float>(y));
            },
            {y.data});
    m_gradients.push_back([this, &s, &x, &y, p] { linearGradient(s, x, y, p); });
}

void Lowering::linearGradient(const Stage& s, Value& x, Value& y, const Product& p)
{
    const std::vector<GradientPart> parts = gradient(y, 1);
    if (parts.empty())
        return;
    const BufferId dy = clampedGradient(parts[0], y, s.clamp);
    backward("linear output gradient",
             [p, dy](const Frame& f) {
                 std::copy_n(f.at<float>(dy), std::int64_t{f.count} * p.out,
                             f.at<float>(p.dy) + std::int64_t{f.first} * p.out);
             },
             {dy});
    m_schedule.backwardBarrier();
    backward(
        "linear weight gradient", [p](const Frame& f) { p.backward(f); }, {}, Step::Kind::All);
    m_schedule.finalAfterBarrier({s.layer->firstParameter + 1, s.layer->firstParameter});
    if (!x.wantsGradient)
        return;
    backward(
        "linear input gradient", [p](const Frame& f) { p.inputGradient(f); }, {}, Step::Kind::All);
    m_schedule.backwardBarrier();
    const BufferId dx = fresh(x);
    backward("linear input gradient",
             [k = &kernels(x), p, dx, channels = x.channels, pixels = x.pixels()](const Frame& f) {
                 const float* rows = f.at<float>(p.dx) + std::int64_t{f.first} * p.in;
                 k->fromFloat(rows, f.at(pixels > 1 ? p.flat : dx), std::int64_t{f.count} * p.in);
                 if (pixels > 1)
                     k->nchwToNhwc(f.at(p.flat), f.at(dx), f.count, channels, pixels, Output::Overwrite);
             },
             {p.flat, dx});
}

} // namespace lockstep
