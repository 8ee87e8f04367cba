// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/convolution.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

namespace {

bool hasBias(const Stage& stage)
{
    return stage.layer->parameters.size() == 2;
}

std::int32_t tapsOf(const ConvolutionShape& shape)
{
    return shape.frames.kernel * shape.rows.kernel * shape.columns.kernel;
}

/// One pass of the library's.
Operation pass(const char* name, ConvolutionPlans::Id id, std::int64_t flops, BufferId first, BufferId second,
               BufferId result, BufferId workspace)
{
    return {.name = name, .flops = flops, .give = [id, first, second, result, workspace](const Frame& f) {
                f.convolution(id).give(f.queue, f.at(first), f.at(second), f.at(result), f.at(workspace));
            }};
}

/// Forward. In evaluation whoever normalises the output may compute it too; then nothing is to be done here.
void convolve(const Frame& f, const FusableConvolution& c, BufferId y)
{
    using Kind = ConvolutionEpilogue::Kind;
    if (!f.training() && f.fused(c.id, Kind::Normalize) != nullptr)
        return;
    const FusedConvolution* summing = f.training() ? f.fused(c.id, Kind::Statistics) : nullptr;
    if (summing != nullptr)
        summing->give(f.queue, f.at(c.x), f.at(c.weights),
                      {.totals = f.at<float>(c.totals), .squares = f.at<float>(c.squares)}, f.at(y),
                      f.at(c.workspace));
    else
        f.convolution(c.id).give(f.queue, f.at(c.x), f.at(c.weights), f.at(y), f.at(c.workspace));
}

} // namespace

void ConvolutionLowering::lower(const Stage& s, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    y.keepsData = s.clamp != Clamp::None;
    const auto* pictures = std::get_if<ConvolutionLayer>(&s.layer->kind);
    const Slides over = slidesOf(s.layer->kind, x.size, y.size);
    const ConvolutionShape shape{.inChannels = x.channels,
                                 .outChannels = y.channels,
                                 .groups = pictures != nullptr ? pictures->groups : 1,
                                 .frames = over.frames,
                                 .rows = over.rows,
                                 .columns = over.columns,
                                 .element = x.element};
    const std::size_t parameter = s.layer->firstParameter;
    const BufferId weight = m_program.packed(parameter, y.channels, x.channels / shape.groups, tapsOf(shape));
    const std::int64_t flops = s.layer->flops * m_program.options().batch;
    const FusableConvolution convolution = fusable(shape, x, weight);
    if (y.feedsNorm && !hasBias(s) && s.clamp == Clamp::None)
        offerToNorm(convolution, y);
    m_program.forward({.name = "convolution",
                       .flops = flops,
                       .give = [convolution, y = y.data](const Frame& f) { convolve(f, convolution, y); }},
                      {x.data, weight, y.data});
    if (hasBias(s) || s.clamp != Clamp::None)
        m_program.forward({.name = "bias and clamp",
                           .give =
                               [element = y.element, y = y.data, rows = y.pixels(), channels = y.channels,
                                parameter, bias = hasBias(s), clamp = s.clamp](const Frame& f) {
                                   addBias(f.queue, element, f.at(y), bias ? f.value(parameter + 1) : nullptr,
                                           f.at(y), f.count * rows, channels, clamp);
                               }},
                          {y.data, y.data});
    m_program.onBackward([this, &s, &x, &y, shape, weight] { gradient(s, x, y, shape, weight); });
}

FusableConvolution ConvolutionLowering::fusable(const ConvolutionShape& shape, const Value& x,
                                                BufferId weight)
{
    return {.id = m_program.convolution(shape, ConvolutionPass::Forward),
            .x = x.data,
            .weights = weight,
            .workspace = m_program.workspace(0),
            .totals = m_program.floats(shape.outChannels),
            .squares = m_program.floats(shape.outChannels)};
}

void ConvolutionLowering::offerToNorm(const FusableConvolution& convolution, Value& y)
{
    m_program.convolutions().fuse(convolution.id, {.kind = ConvolutionEpilogue::Kind::Statistics});
    m_program.mayUse(convolution.totals);
    m_program.mayUse(convolution.squares);
    y.convolution = convolution;
}

void ConvolutionLowering::gradient(const Stage& s, Value& x, Value& y, const ConvolutionShape& shape,
                                   BufferId weight)
{
    const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
    if (parts.empty())
        return;
    const BufferId dy = m_gradients.clamped(parts[0], y, s.clamp).buffer;
    if (hasBias(s))
        biasGradient(s, y, dy);
    weightGradient(s, x, shape, dy);
    if (!x.wantsGradient)
        return;
    const std::int64_t flops = s.layer->flops * m_program.options().batch;
    const BufferId dx = m_gradients.fresh(x);
    m_program.backward(pass("convolution input gradient",
                            m_program.convolution(shape, ConvolutionPass::BackwardData), flops, dy, weight,
                            dx, m_program.workspace(0)),
                       {dy, weight, dx});
}

void ConvolutionLowering::biasGradient(const Stage& s, const Value& y, BufferId dy)
{
    const std::size_t parameter = s.layer->firstParameter + 1;
    const BufferId scratch =
        m_program.workspace(channelSumsScratch(m_program.options().batch * y.pixels(), y.channels));
    m_program.backward({.name = "bias gradient",
                        .give =
                            [element = y.element, dy, rows = y.pixels(), channels = y.channels, parameter,
                             scratch](const Frame& f) {
                                columnSums(f.queue, element, f.at(dy), f.count * rows, channels,
                                           f.gradient(parameter), f.output(), f.at(scratch));
                            },
                        .final = {parameter}},
                       {dy});
}

void ConvolutionLowering::weightGradient(const Stage& s, const Value& x, const ConvolutionShape& shape,
                                         BufferId dy)
{
    const std::size_t parameter = s.layer->firstParameter;
    WeightLayout layout{
        .outer = shape.outChannels, .inner = shape.inChannels / shape.groups, .taps = tapsOf(shape)};
    const BufferId packed =
        m_program.buffers().fixed(layout.elements() * static_cast<std::int64_t>(bytesOf(shape.element)));
    m_program.backward(
        pass("convolution weight gradient", m_program.convolution(shape, ConvolutionPass::BackwardWeights),
             s.layer->flops * m_program.options().batch, x.data, dy, packed, m_program.workspace(0)),
        {x.data, dy, packed});
    m_program.backward({.name = "weight gradient to its layout",
                        .bytes = layout.elements() * (4 + static_cast<std::int64_t>(bytesOf(shape.element))),
                        .give =
                            [element = shape.element, layout, packed, parameter](const Frame& f) {
                                WeightLayout weight = layout;
                                weight.plain = f.gradient(parameter);
                                weight.packed = f.at(packed);
                                unpackGradient(f.queue, element, weight, f.output());
                            },
                        .final = {parameter}},
                       {packed});
}

} // namespace lockstep::cuda
