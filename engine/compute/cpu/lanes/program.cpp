// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lanes/program.h"

#include "engine/compute/cpu/lanes/sizes.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Pooled rows of the first convolution that are taken backward at a time.
constexpr int kRowsAtOnce = 2;

/// Calls f(block, rows) for a contiguous share of all rows of all blocks.
template <typename F>
void forRows(WorkerTeam::Share share, int rowsPerBlock, const F& f)
{
    for (int at = share.from; at < share.to;) {
        const int block = at / rowsPerBlock;
        const int row = at % rowsPerBlock;
        const int rows = std::min(rowsPerBlock - row, share.to - at);
        f(block, Range{row, row + rows});
        at += rows;
    }
}

} // namespace

LaneProgram::LaneProgram(const Graph& graph, const std::vector<LaneOperation>& operations,
                         const LaneKernels& kernels, const ProgramOptions& options,
                         std::pmr::memory_resource& memory)
    : LaneProgram(graph, LanePlan(operations, kernels, options.batch, options.threads), kernels, options,
                  memory)
{
}

LaneProgram::LaneProgram(const Graph& graph, LanePlan&& plan, const LaneKernels& kernels,
                         const ProgramOptions& options, std::pmr::memory_resource& memory)
    : CpuProgram(graph, options, GradientSums::FromCopies, memory), m_kernels(kernels),
      m_sample(graph.inputShape()), m_arena(plan.arena(), memory), m_inputBorder(plan.inputBorder()),
      m_scratch(static_cast<std::size_t>(options.threads) * static_cast<std::size_t>(classes()))
{
    LanePlan::Bound bound = std::move(plan).bind(m_arena);
    m_input = bound.input;
    m_stages = std::move(bound.stages);
}

void LaneProgram::forwardShare(int worker, const BatchView& batch, Phase phase)
{
    spread(worker, batch);
    if (m_stale)
        for (Stage& stage : m_stages)
            prepareWeights(worker, stage);
    for (Stage& stage : m_stages) {
        team().barrier();
        if (std::holds_alternative<LaneConvolution>(stage.operation.kind))
            forwardConvolution(worker, stage);
        else
            forwardLinear(worker, stage);
    }
    team().barrier();
    if (worker == 0)
        m_stale = false;
    scoreShare(worker, batch, phase);
}

void LaneProgram::prepareWeights(int worker, Stage& stage)
{
    const auto* c = std::get_if<LaneConvolution>(&stage.operation.kind);
    if (c == nullptr)
        return;
    const float* weight = value(stage.operation.weight);
    const auto [firstIn, lastIn] = team().share(worker, c->inChannels);
    m_kernels.prepareForward(*c, weight, stage.buffers.forwardWeight, {firstIn, lastIn});
    if (stage.buffers.inputGradient == nullptr)
        return;
    const auto [firstOut, lastOut] = team().share(worker, c->outChannels);
    m_kernels.prepareBackward(*c, weight, stage.buffers.backwardWeight, {firstOut, lastOut});
}

void LaneProgram::spread(int worker, const BatchView& batch)
{
    const Samples& samples = batch.inputs;
    const InputSides sides = inputSides();
    if (!samples.arePixels()) {
        const float* floats = samples.floats().data();
        spreadRows(worker, sides, [=](int sample, int plane, int row) {
            const std::int64_t line = (std::int64_t{sample} * sides.planes + plane) * sides.height + row;
            return [from = floats + line * sides.width](int x) { return from[x]; };
        });
        return;
    }
    const PixelValues values = pixelValues(samples.scale());
    const std::uint8_t* pixels = samples.pixels().data();
    spreadRows(worker, sides, [=, &values](int sample, int plane, int row) {
        const std::int64_t line = (std::int64_t{sample} * sides.height + row) * sides.width;
        return [from = pixels + line * sides.planes + plane, step = sides.planes,
                &of = values[static_cast<std::size_t>(plane)]](int x) { return of[from[x * step]]; };
    });
}

LaneProgram::InputSides LaneProgram::inputSides() const
{
    const auto width = static_cast<int>(m_sample[m_sample.rank() - 1]);
    if (m_sample.rank() != 3)
        return {1, 1, width};
    return {static_cast<int>(m_sample[0]), static_cast<int>(m_sample[1]), width};
}

/// `line(sample, plane, row)` gives a function of the column.
template <typename Line>
void LaneProgram::spreadRows(int worker, const InputSides& sides, const Line& line)
{
    const int lanes = m_kernels.lanes;
    const int rows = sides.planes * sides.height;
    const int tall = sides.height + 2 * m_inputBorder;
    const int wide = sides.width + 2 * m_inputBorder;
    const std::int64_t blockStep = std::int64_t{sides.planes} * tall * wide * lanes;
    forRows(team().share(worker, blocks() * rows), rows, [&](int block, Range range) {
        for (int row = range.from; row < range.to; ++row) {
            const int plane = row / sides.height;
            const int y = plane * tall + m_inputBorder + row % sides.height;
            float* to = m_input + block * blockStep + (std::int64_t{y} * wide + m_inputBorder) * lanes;
            for (int lane = 0; lane < lanes; ++lane) {
                const int sample = block * lanes + lane;
                const auto from = line(sample, plane, row % sides.height);
                for (int x = 0; x < sides.width; ++x)
                    to[x * lanes + lane] = sample < count() ? from(x) : 0.0f;
            }
        }
    });
}

void LaneProgram::forwardConvolution(int worker, Stage& stage)
{
    const auto& c = std::get<LaneConvolution>(stage.operation.kind);
    const Buffers& b = stage.buffers;
    const int lanes = m_kernels.lanes;
    const float* weight =
        m_kernels.forwardWeightFloats(c) > 0 ? b.forwardWeight : value(stage.operation.weight);
    forRows(team().share(worker, blocks() * c.outHeight), c.outHeight, [&](int block, Range rows) {
        m_kernels.convolve(c, b.input + block * inputPlanes(c) * lanes, weight,
                           value(stage.operation.weight + 1), b.output + block * pooledWithBorder(c) * lanes,
                           stage.winners() + block * pooled(c), rows,
                           b.workers[static_cast<std::size_t>(worker)].scratch);
    });
}

void LaneProgram::forwardLinear(int worker, Stage& stage)
{
    const auto& l = std::get<LaneLinear>(stage.operation.kind);
    const auto [from, to] = team().share(worker, l.outFeatures);
    for (int block = 0; block < blocks(); block += kLaneBlockGroup)
        m_kernels.linear(l, stage.buffers.input, value(stage.operation.weight),
                         value(stage.operation.weight + 1), stage.buffers.output, {from, to},
                         {block, std::min(block + kLaneBlockGroup, blocks())});
}

void LaneProgram::scoreShare(int worker, const BatchView& batch, Phase phase)
{
    const int lanes = m_kernels.lanes;
    const Buffers& b = m_stages.back().buffers;
    const auto classCount = static_cast<std::size_t>(classes());
    const std::span logits =
        std::span(m_scratch).subspan(static_cast<std::size_t>(worker) * classCount, classCount);
    const auto [from, to] = team().share(worker, blocks() * lanes);
    for (int sample = from; sample < to; ++sample) {
        const std::int64_t first = std::int64_t{sample / lanes} * classes() * lanes + sample % lanes;
        std::span<const float> derivative;
        if (sample < count()) {
            for (std::size_t k = 0; k < classCount; ++k)
                logits[k] = b.output[first + static_cast<std::int64_t>(k) * lanes];
            derivative = score(worker, sample, logits, batch.labels[static_cast<std::size_t>(sample)]);
        }
        // Lanes without a sample carry no gradient.
        if (phase == Phase::Training)
            for (std::size_t k = 0; k < classCount; ++k)
                b.outputGradient[first + static_cast<std::int64_t>(k) * lanes] =
                    derivative.empty() ? 0.0f : derivative[k];
    }
}

void LaneProgram::backwardShare(int worker, float scale, Gradients)
{
    for (auto stage = m_stages.rbegin(); stage != m_stages.rend(); ++stage) {
        if (std::holds_alternative<LaneConvolution>(stage->operation.kind))
            backwardConvolution(worker, *stage);
        else
            backwardLinear(worker, *stage, stage == m_stages.rbegin() ? scale : 1.0f);
        team().barrier();
        if (worker == 0) {
            addPartials(*stage);
            announce(stage->operation.weight + 1);
            announce(stage->operation.weight);
        }
    }
}

void LaneProgram::backwardLinear(int worker, Stage& stage, float scale)
{
    const auto& l = std::get<LaneLinear>(stage.operation.kind);
    const Buffers& b = stage.buffers;
    const int lanes = m_kernels.lanes;
    const auto [first, last] = team().share(worker, blocks() * l.outFeatures);
    m_kernels.activationGradient(l.activation, b.output + first * lanes, b.outputGradient + first * lanes,
                                 scale, last - first);
    const int rowLength = (l.inFeatures + lanes - 1) / lanes * lanes;
    forRows(team().share(worker, blocks() * l.inFeatures), l.inFeatures, [&](int block, Range features) {
        for (int lane = 0; lane < lanes; ++lane) {
            float* row = b.inputRows + std::int64_t{block * lanes + lane} * rowLength;
            const float* from = b.input + std::int64_t{block} * l.inFeatures * lanes + lane;
            for (int k = features.from; k < features.to; ++k)
                row[k] = from[k * lanes];
        }
    });
    team().barrier();
    const auto [rowFrom, rowTo] = team().share(worker, l.outFeatures);
    m_kernels.linearWeightGradient(l, b.inputRows, b.outputGradient, gradient(stage.operation.weight),
                                   gradient(stage.operation.weight + 1), {rowFrom, rowTo}, blocks());
    if (b.inputGradient == nullptr)
        return;
    const auto [from, to] = team().share(worker, l.inFeatures);
    for (int block = 0; block < blocks(); block += kLaneBlockGroup)
        m_kernels.linearInputGradient(l, b.outputGradient, value(stage.operation.weight), b.inputGradient,
                                      {from, to}, {block, std::min(block + kLaneBlockGroup, blocks())});
}

void LaneProgram::backwardConvolution(int worker, Stage& stage)
{
    const auto& c = std::get<LaneConvolution>(stage.operation.kind);
    WorkerBuffers& own = stage.buffers.workers[static_cast<std::size_t>(worker)];
    float* weightGradient = worker == 0 ? gradient(stage.operation.weight) : own.partial;
    float* biasGradient = worker == 0 ? gradient(stage.operation.weight + 1) : own.partial + weights(c);
    std::fill_n(own.sums, m_kernels.sumFloats(c), 0.0f);
    std::fill_n(biasGradient, c.outChannels, 0.0f);
    forRows(team().share(worker, blocks() * c.outHeight), c.outHeight, [&](int block, Range rows) {
        if (stage.buffers.inputGradient != nullptr)
            backwardRows(own, stage, biasGradient, block, rows);
        else // In pieces that stay in the cache: nothing else reads the unpooled gradient.
            for (int row = rows.from; row < rows.to; row += kRowsAtOnce)
                backwardRows(own, stage, biasGradient, block, {row, std::min(row + kRowsAtOnce, rows.to)});
    });
    m_kernels.finishWeightGradient(c, own.sums, weightGradient);
}

void LaneProgram::backwardRows(WorkerBuffers& own, Stage& stage, float* biasGradient, int block, Range rows)
{
    const auto& c = std::get<LaneConvolution>(stage.operation.kind);
    const Buffers& b = stage.buffers;
    const int lanes = m_kernels.lanes;
    const auto unpool = [&](Range pooledRows, float* bias) {
        if (pooledRows.size() > 0)
            m_kernels.unpool(c, b.outputGradient + block * pooled(c) * lanes,
                             b.output + block * pooledWithBorder(c) * lanes,
                             stage.winners() + block * pooled(c), own.gradient, bias, pooledRows);
    };
    unpool(rows, biasGradient);
    m_kernels.weightGradient(c, b.input + block * inputPlanes(c) * lanes, own.gradient, own.sums, rows,
                             own.scratch);
    if (b.inputGradient == nullptr)
        return;
    const int inputRows = c.inHeight - 2 * c.inBorder;
    const int unit = inputRows % 2 == 0 ? 2 : 1;
    const Range mine{inputRows / unit * rows.from / c.outHeight * unit,
                     inputRows / unit * rows.to / c.outHeight * unit};
    // The rows of the input reach into the neighbours' rows: these are unpooled here once more, which is
    // cheaper than to wait for the neighbour.
    unpool({std::max(0, (mine.from - c.gradientBorder()) / 2), rows.from}, nullptr);
    unpool({rows.to, std::min(c.outHeight, (mine.to + c.inBorder + 1) / 2)}, nullptr);
    m_kernels.inputGradient(c, own.gradient, b.backwardWeight,
                            b.inputGradient + block * innerPlanes(c) * lanes, mine, own.scratch);
}

void LaneProgram::addPartials(Stage& stage)
{
    const auto* c = std::get_if<LaneConvolution>(&stage.operation.kind);
    if (c == nullptr)
        return;
    for (std::size_t worker = 1; worker < stage.buffers.workers.size(); ++worker) {
        const float* partial = stage.buffers.workers[worker].partial;
        float* weight = gradient(stage.operation.weight);
        float* bias = gradient(stage.operation.weight + 1);
        for (std::int64_t i = 0; i < weights(*c); ++i)
            weight[i] += partial[i];
        for (std::int64_t i = 0; i < c->outChannels; ++i)
            bias[i] += partial[weights(*c) + i];
    }
}

} // namespace lockstep
