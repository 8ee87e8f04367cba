// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/normalization.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {
namespace {

/// Whether backward needs the stage's output: what a residual brought cannot be told from the norm's input.
bool readsOutput(const Stage& stage)
{
    return stage.clamp != Clamp::None && stage.terms.size() == 2;
}

} // namespace

BatchNormTensors NormalizationLowering::Norm::tensors(const Frame& f) const
{
    return {.weight = f.value(parameter),
            .bias = f.value(parameter + 1),
            .runningMean = f.statistics(running),
            .runningVariance = f.statistics(running + 1),
            .batches = f.statistics(running + 2)};
}

BatchNormState NormalizationLowering::Norm::state(const Frame& f) const
{
    return {f.at<float>(center), f.at<float>(inverse), f.at<float>(scale)};
}

BatchNormSlopes NormalizationLowering::Norm::slopes(const Frame& f) const
{
    return {f.at<float>(slope), f.at<float>(xSlope), f.at<float>(offset)};
}

ChannelAffine NormalizationLowering::Norm::affine(const Frame& f) const
{
    return {f.at<float>(center), f.at<float>(scale), f.value(parameter + 1)};
}

bool NormalizationLowering::Norm::summed(const Frame& f) const
{
    return convolution && f.fused(convolution->id, ConvolutionEpilogue::Kind::Statistics) != nullptr;
}

bool NormalizationLowering::Norm::convolve(const Frame& f, const void* residual, void* y) const
{
    if (f.training() || !convolution)
        return false;
    const FusedConvolution* whole = f.fused(convolution->id, ConvolutionEpilogue::Kind::Normalize);
    if (whole == nullptr)
        return false;
    whole->give(f.queue, f.at(convolution->x), f.at(convolution->weights),
                {.affine = affine(f), .residual = residual}, y, f.at(convolution->workspace));
    return true;
}

NormalizationLowering::Norm NormalizationLowering::make(const Layer& layer, const Value& x)
{
    Norm norm{.layer = std::get<BatchNormLayer>(layer.kind),
              .convolution = x.convolution,
              .channels = x.channels,
              .pixels = x.pixels(),
              .parameter = layer.firstParameter,
              .running = layer.firstBuffer};
    for (BufferId* each : {&norm.center, &norm.inverse, &norm.scale, &norm.slope, &norm.xSlope, &norm.offset})
        *each = m_program.floats(x.channels);
    norm.scratch =
        m_program.workspace(channelSumsScratch(m_program.options().batch * x.pixels(), x.channels));
    return norm;
}

std::vector<NormalizationLowering::Norm> NormalizationLowering::prepared(const Stage& s,
                                                                         const std::vector<Value*>& inputs)
{
    std::vector<Norm> result;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (s.terms[i].norm == nullptr)
            continue;
        const Value& x = *inputs[i];
        const Norm n = make(*s.terms[i].norm, x);
        result.push_back(n);
        if (n.convolution) {
            m_program.mayUse(n.convolution->totals);
            m_program.mayUse(n.convolution->squares);
        }
        m_program.forward(
            {.name = "batch norm statistics",
             .give =
                 [element = x.element, x = x.data, n](const Frame& f) {
                     if (f.training() && n.summed(f))
                         batchNormOfSums(f.queue, f.at<float>(n.convolution->totals),
                                         f.at<float>(n.convolution->squares), f.count * n.pixels, n.channels,
                                         n.layer, n.tensors(f), n.state(f));
                     else if (f.training())
                         batchNormStatistics(f.queue, element, f.at(x), f.count * n.pixels, n.channels,
                                             n.layer, n.tensors(f), n.state(f), f.at(n.scratch));
                     else
                         batchNormFromRunning(f.queue, n.channels, n.layer, n.tensors(f), n.state(f));
                 }},
            {x.data, n.center, n.inverse, n.scale});
    }
    return result;
}

void NormalizationLowering::lower(const Stage& s, const std::vector<Value*>& inputs, Value& y)
{
    y.keepsData = readsOutput(s);
    const std::vector<Norm> norms = prepared(s, inputs);
    offerFusions(s, norms);
    const Value& x = *inputs[0];
    const bool adds = s.terms.size() == 2;
    const BufferId residual = adds ? inputs[1]->data : x.data;
    ProgramBuilder::Uses uses{x.data, y.data};
    if (adds)
        uses.push_back(residual);
    for (const Norm& each : norms)
        uses.insert(uses.end(), {each.center, each.scale});
    m_program.forward(
        {.name = "batch norm",
         .give =
             [element = x.element, x = x.data, residual, adds, y = y.data, first = norms.front(),
              second = norms.back(), two = norms.size() == 2, clamp = s.clamp](const Frame& f) {
                 const bool normed = two && second.convolve(f, nullptr, f.at(residual));
                 if (first.convolve(f, adds ? f.at(residual) : nullptr, f.at(y)))
                     return;
                 normalize(f.queue, element,
                           {.rows = f.count * first.pixels,
                            .channels = first.channels,
                            .x = f.at(x),
                            .affine = first.affine(f),
                            .residual = adds ? f.at(residual) : nullptr,
                            .residualAffine = two && !normed ? second.affine(f) : ChannelAffine{},
                            .clamp = clamp,
                            .y = f.at(y)});
             }},
        uses);
    m_program.onBackward([this, &s, inputs, &y, norms] { gradient(s, inputs, y, norms); });
}

void NormalizationLowering::offerFusions(const Stage& s, const std::vector<Norm>& norms)
{
    using Kind = ConvolutionEpilogue::Kind;
    const Norm& first = norms.front();
    const Norm& second = norms.back();
    const bool two = norms.size() == 2;
    if (s.trainingOnly)
        return;
    for (const Norm& each : norms)
        if (each.convolution) {
            m_program.mayUse(each.convolution->x);
            m_program.mayUse(each.convolution->weights);
        }
    if (two && second.convolution)
        m_program.convolutions().fuse(second.convolution->id, {.kind = Kind::Normalize});
    if (!first.convolution || (two && !second.convolution))
        return;
    // What is added to the first must be normalised by then.
    m_program.convolutions().fuse(
        first.convolution->id, {.kind = Kind::Normalize, .residual = s.terms.size() == 2, .clamp = s.clamp},
        two ? std::optional(second.convolution->id) : std::nullopt);
}

void NormalizationLowering::gradient(const Stage& s, const std::vector<Value*>& inputs, Value& y,
                                     const std::vector<Norm>& norms)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 2);
    if (parts.empty())
        return;
    const NormGradientParts in = normGradientParts(m_program, parts, s, y, readsOutput(s));
    // All sums before the first gradient, which may be written where they read.
    for (std::size_t i = 0; i < norms.size(); ++i)
        sums(in, norms[i], *inputs[i], i == 0);
    for (std::size_t i = 0; i < norms.size(); ++i)
        if (inputs[i]->wantsGradient)
            inputGradient(in, norms[i], *inputs[i]);
    if (s.terms.size() == 2 && norms.size() == 1)
        m_gradients.pass(*inputs[1], in.masked.buffer, in.masked.owned);
}

void NormalizationLowering::sums(const NormGradientParts& in, const Norm& n, const Value& x, bool first)
{
    ProgramBuilder::Uses uses = first ? in.firstUses() : in.laterUses();
    uses.insert(uses.end(), {x.data, n.center, n.inverse, n.scale, n.slope, n.xSlope, n.offset});
    m_program.backward({.name = "batch norm gradient sums",
                        .give =
                            [element = x.element, n, in, x = x.data, first](const Frame& f) {
                                batchNormGradientSums(
                                    f.queue, element, first ? in.first(f, x) : in.later(f, x), n.tensors(f),
                                    n.state(f), n.slopes(f), f.gradient(n.parameter),
                                    f.gradient(n.parameter + 1), f.output(), f.at(n.scratch));
                            },
                        .final = {n.parameter + 1, n.parameter}},
                       uses);
}

void NormalizationLowering::inputGradient(const NormGradientParts& in, const Norm& n, Value& x)
{
    const BufferId input = x.data;
    const BufferId dx = m_gradients.replaced(x); // nothing needs it after this
    ProgramBuilder::Uses uses = in.laterUses();
    uses.insert(uses.end(), {input, dx, n.center, n.inverse, n.scale, n.slope, n.xSlope, n.offset});
    m_program.backward({.name = "batch norm gradient",
                        .give =
                            [element = x.element, n, in, input, dx](const Frame& f) {
                                batchNormGradient(f.queue, element, in.later(f, input), n.tensors(f),
                                                  n.state(f), n.slopes(f), f.at(dx), Output::Overwrite);
                            }},
                       uses);
}

} // namespace lockstep::cuda
