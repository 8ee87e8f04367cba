// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/pipeline_program.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {
namespace {

int threadsOf(int stage, int stages, int all)
{
    const int own = all * (stage + 1) / stages - all * stage / stages;
    return std::max(1, own);
}

std::int64_t elementsOf(const Shape& shape)
{
    return shape.elements();
}

/// The values of so many samples of such a size.
template <typename Values>
auto samplesOf(Values& values, int first, int count, std::int64_t elements)
{
    return std::span(values).subspan(static_cast<std::size_t>(first * elements),
                                     static_cast<std::size_t>(count * elements));
}

} // namespace

PipelineProgram::PipelineProgram(const Graph& graph, const Plan& plan, const ProgramOptions& options,
                                 const MakePart& make)
    : m_pieceSize((options.batch + plan.pieces - 1) / plan.pieces),
      m_threads(static_cast<int>(plan.cuts.size()) + 1), m_stages(plan.cuts.size() + 1),
      m_noLabels(static_cast<std::size_t>(m_pieceSize)),
      m_classes(static_cast<int>(elementsOf(graph.output().output)))
{
    LOCKSTEP_CHECK(plan.pieces >= 1 && options.batch >= 1);
    m_logits.resize(static_cast<std::size_t>(options.batch) * static_cast<std::size_t>(m_classes));
    compileStages(cutGraph(graph, plan.cuts), options, make);
    joinStores();
    joinReplicas();
}

PipelineProgram::~PipelineProgram()
{
    m_threads.run([this](int stage) {
        at(stage).statistics.reset();
        at(stage).program.reset();
    });
}

void PipelineProgram::compileStages(const std::vector<GraphPart>& parts, const ProgramOptions& options,
                                    const MakePart& make)
{
    m_threads.run([&](int stage) {
        const GraphPart& part = parts[static_cast<std::size_t>(stage)];
        ProgramOptions own = options;
        own.batch = m_pieceSize;
        own.threads = threadsOf(stage, m_threads.size(), options.threads);
        Stage& made = at(stage);
        made.program = make(static_cast<std::size_t>(stage), part, own);
        made.inputElements = elementsOf(part.graph.inputShape());
        if (!made.program->buffers().tensors().empty())
            made.statistics = made.program->buffers().makeSnapshot();
        if (!part.follows)
            return;
        const auto crossing = static_cast<std::size_t>(options.batch * made.inputElements);
        made.input.resize(crossing);
        made.inputGradient.resize(crossing);
    });
}

void PipelineProgram::joinStores()
{
    for (Stage& stage : m_stages) {
        stage.firstParameter = m_parameters.tensors().size();
        m_parameters.add(stage.program->parameters());
        m_gradients.add(stage.program->gradients());
        m_buffers.add(stage.program->buffers());
    }
}

/// Gradients become final from the last part to the first.
void PipelineProgram::joinReplicas()
{
    for (Stage& stage : m_stages) {
        const HostReplica replica = stage.program->hostReplica();
        m_replicaParameters.insert(m_replicaParameters.end(), replica.parameters.all.begin(),
                                   replica.parameters.all.end());
        stage.workers = replica.parameters.workers;
        stage.firstWorker = m_workers;
        m_workers += stage.workers.count;
    }
    for (auto stage = m_stages.rbegin(); stage != m_stages.rend(); ++stage)
        for (GradientBucket bucket : stage->program->hostReplica().buckets) {
            for (std::size_t& parameter : bucket.parameters)
                parameter += stage->firstParameter;
            m_replicaBuckets.push_back(std::move(bucket));
        }
}

HostReplica PipelineProgram::hostReplica()
{
    const auto changed = [this] {
        for (Stage& stage : m_stages)
            stage.program->hostReplica().parameters.changed();
    };
    const auto run = [this](const std::function<void(int)>& job) {
        m_threads.run([&](int stage) {
            const Stage& own = at(stage);
            if (own.workers.run)
                own.workers.run([&](int worker) { job(own.firstWorker + worker); });
            else
                job(own.firstWorker);
        });
    };
    return {{m_replicaParameters, changed, {m_workers, run}}, m_replicaBuckets};
}

std::vector<PipelineProgram::Piece> PipelineProgram::piecesOf(int count) const
{
    const BatchPieces sizes(m_pieceSize, count);
    std::vector<Piece> pieces;
    int first = 0;
    for (int piece = 0; piece < sizes.number(); ++piece) {
        pieces.push_back({first, sizes.size(piece)});
        first += sizes.size(piece);
    }
    return pieces;
}

void PipelineProgram::forward(const BatchView& batch, Phase phase)
{
    LOCKSTEP_CHECK(static_cast<std::size_t>(batch.scalars.count * m_classes) <= m_logits.size());
    m_batch = batch;
    m_batch.hold = {}; // backward comes while the batch is still lent
    m_pieces = piecesOf(batch.scalars.count);
    m_loss = {};
    m_threads.run([&](int stage) {
        for (std::size_t i = 0; i < m_pieces.size(); ++i) {
            if (stage > 0)
                m_threads.waitFor(stage - 1, static_cast<int>(i) + 1);
            forwardPiece(stage, m_pieces[i], phase);
            keepResult(stage, m_pieces[i]);
            m_threads.done(stage);
        }
    });
}

void PipelineProgram::forwardPiece(int stage, const Piece& piece, Phase phase)
{
    Stage& own = at(stage);
    const auto count = static_cast<std::size_t>(piece.count);
    BatchView view;
    view.labels = std::span<const std::int32_t>(m_noLabels).first(count);
    view.scalars = m_batch.scalars;
    if (isLast(stage))
        view.labels = m_batch.labels.subspan(static_cast<std::size_t>(piece.first), count);
    if (stage == 0)
        view.inputs = m_batch.inputs.part(static_cast<std::size_t>(piece.first * own.inputElements),
                                          static_cast<std::size_t>(piece.count * own.inputElements));
    else
        view.inputs =
            std::span<const float>(samplesOf(own.input, piece.first, piece.count, own.inputElements));
    view.scalars.count = piece.count;
    view.scalars.firstSample += piece.first;
    own.program->forward(view, phase);
}

void PipelineProgram::keepResult(int stage, const Piece& piece)
{
    PartProgram& program = *at(stage).program;
    if (!isLast(stage)) {
        Stage& next = at(stage + 1);
        std::ranges::copy(program.output(),
                          samplesOf(next.input, piece.first, piece.count, next.inputElements).begin());
        return;
    }
    std::ranges::copy(program.logits(), samplesOf(m_logits, piece.first, piece.count, m_classes).begin());
    const LossResult loss = program.loss();
    m_loss.lossSum += loss.lossSum;
    m_loss.correct += loss.correct;
    m_loss.correctTop5 += loss.correctTop5;
}

std::span<const float> PipelineProgram::logits()
{
    return samplesOf(m_logits, 0, m_batch.scalars.count, m_classes);
}

void PipelineProgram::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    m_threads.run([&](int stage) { backwardStage(stage, gradients); }, ready);
}

void PipelineProgram::backwardStage(int stage, Gradients gradients)
{
    const bool repeats = m_pieces.size() > 1;
    TensorSnapshot* const statistics = at(stage).statistics.get();
    if (repeats && statistics)
        statistics->take();
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        if (repeats)
            forwardPiece(stage, m_pieces[i], Phase::Training);
        if (!isLast(stage))
            m_threads.waitFor(stage + 1, static_cast<int>(i) + 1);
        backwardPiece(stage, m_pieces[i], i == 0 ? gradients : Gradients::Add, i + 1 == m_pieces.size());
        m_threads.done(stage);
    }
    if (repeats && statistics)
        statistics->restore();
}

void PipelineProgram::backwardPiece(int stage, const Piece& piece, Gradients gradients, bool last)
{
    Stage& own = at(stage);
    std::function<void(std::size_t)> ready;
    if (last)
        ready = [&](std::size_t parameter) { m_threads.tell(own.firstParameter + parameter); };
    if (isLast(stage)) {
        own.program->backward(gradients, ready);
    } else {
        Stage& next = at(stage + 1);
        own.program->backwardFrom(samplesOf(next.inputGradient, piece.first, piece.count, next.inputElements),
                                  gradients, ready);
    }
    if (stage > 0)
        std::ranges::copy(own.program->inputGradient(),
                          samplesOf(own.inputGradient, piece.first, piece.count, own.inputElements).begin());
}

std::int64_t PipelineProgram::memoryBytes() const
{
    std::int64_t bytes = 0;
    for (const Stage& stage : m_stages)
        bytes += stage.program->memoryBytes() +
                 static_cast<std::int64_t>((stage.input.size() + stage.inputGradient.size()) * sizeof(float));
    return bytes;
}

} // namespace lockstep
