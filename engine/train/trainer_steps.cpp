// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// The steps of a trainer, from a batch to the record.
#include "engine/core/error.h"
#include "engine/train/trainer.h"

namespace lockstep {

/// The whole of a step.
void Trainer::trainStep(const Batch& batch, double dataSeconds)
{
    if (m_before)
        m_before->take();
    if (m_parts.optimizers)
        m_parts.optimizers->begin();
    GivenStep step{.step = m_position.step,
                   .epoch = batch.epoch,
                   .batch = batch.index,
                   .count = batch.count,
                   .learningRate = m_schedule.rate(m_position.epoch, m_position.batchInEpoch),
                   .times = {.data = dataSeconds}};
    m_learningRate = step.learningRate;
    computeGradients(batch, step);

    const StepVotes mine{step.loss ? step.loss->lossSum : 0, m_parts.stop.requested() ? 1.0 : 0.0,
                         static_cast<double>(batch.damaged)};
    const Strategy::StepEnd end = m_parts.strategy.finish(mine);
    step.times.network = m_partWatch.lap(StepPart::Network) - end.compressionSeconds.value_or(0);
    step.compressionSeconds = end.compressionSeconds;

    step.staleness = end.staleness;
    updateWeights(end.outcome, m_learningRate);
    step.times.optimizer = m_partWatch.lap(StepPart::Optimizer);

    if (batch.damaged > 0)
        warnOfDamage(m_loader->takeDamage());
    m_unheard += batch.globalCount;
    if (end.votes && step.loss)
        step.globalLoss = end.votes->lossSum / static_cast<double>(m_unheard);
    finishGivenStep();
    if (const StepTimeline* timeline = m_partWatch.finish(m_parts.strategy.bucketTimes()))
        m_parts.recorder.record(*timeline);
    m_given = step;
    if (!m_goesAhead)
        finishGivenStep();
    ++m_position.step;
    ++m_position.batchInEpoch;
    if (m_before)
        m_before->drop();
    hear(end.votes);
}

/// Of the rank's batch, piece by piece; the strategy hears of the gradients of the last.
void Trainer::computeGradients(const Batch& batch, GivenStep& step)
{
    const auto elements = static_cast<std::size_t>(m_parts.data.training->sampleShape().elements());
    const StepBatch stepBatch{m_position.step, batch.count, batch.globalCount, step.learningRate};
    const double divisor = m_parts.strategy.divisor(stepBatch);
    m_parts.strategy.begin(stepBatch);
    m_partWatch.skip();
    const BatchPieces pieces = piecesOf(batch.count);
    int done = 0;
    for (int piece = 0; piece < pieces.number(); ++piece) {
        const int count = pieces.size(piece);
        const bool last = piece + 1 == pieces.number();
        const auto from = static_cast<std::size_t>(done);
        const auto size = static_cast<std::size_t>(count);
        m_parts.program.forward({batch.inputs.part(from * elements, size * elements),
                                 batch.labels.subspan(from, size),
                                 {count, m_position.step, batch.place + done, divisor},
                                 batch.hold},
                                Phase::Training);
        step.forward = ++m_forwards;
        step.times.forward += m_partWatch.lap(StepPart::Forward);
        m_parts.program.backward(piece == 0 ? Gradients::Overwrite : Gradients::Add,
                                 [this, last](std::size_t i) {
                                     if (last)
                                         m_parts.strategy.ready(i);
                                 });
        if (!m_looksLater)
            step.add(m_parts.program.loss());
        step.times.backward += m_partWatch.lap(StepPart::Backward);
        if (piece > 0) // the one before: the device is done with that
            step.add(m_parts.program.secondsBefore(1));
        done += count;
    }
}

void Trainer::updateWeights(Strategy::Outcome outcome, double learningRate)
{
    if (outcome != Strategy::Outcome::ApplyGradients)
        return;
    // How the update before came out decides which one this is, and belongs behind the record of its step.
    if (m_scalesLoss)
        finishGivenStep();
    recordSkippedUpdate();
    // The gradients are those of all ranks by now, the same to the bit, and so is their norm.
    m_parts.optimizer.step(learningRate);
    m_updated = m_position.step;
}

/// Records the step that was given last, if it is not yet. Waits for the device, where that is not done with
/// it.
void Trainer::finishGivenStep()
{
    if (!m_given)
        return;
    GivenStep& step = *m_given;
    const auto since = static_cast<int>(m_forwards - step.forward);
    if (!step.loss) {
        step.add(m_parts.program.lossBefore(since));
        m_position.epochLossSum += step.loss->lossSum;
    }
    step.add(m_parts.program.secondsBefore(since));
    if (step.device) {
        step.times.forward = step.device->forward;
        step.times.backward = step.device->backward;
        step.times.optimizer = step.device->update;
    }
    recordStep(step);
    m_given.reset();
}

/// Something has failed: a step that was done before is recorded all the same. If it is the one that has
/// failed, the training has come no further.
void Trainer::leaveGivenStep()
{
    try {
        finishGivenStep();
    } catch (const EngineError&) {
        m_position.step = m_given->step;
        m_given.reset();
    }
}

/// Brings the replicas in step, and hears what is unheard.
void Trainer::settle()
{
    finishGivenStep();
    const Strategy::StepEnd end = m_parts.strategy.settle();
    updateWeights(end.outcome, m_learningRate);
    if (m_parts.optimizers)
        m_parts.optimizers->gather();
    recordSkippedUpdate();
    hear(end.votes);
}

/// What all ranks have said. Damage beyond the limit ends the training on all of them alike.
void Trainer::hear(const std::optional<StepVotes>& votes)
{
    if (!votes)
        return;
    m_unheard = 0;
    m_stopping = m_stopping || votes->stop > 0;
    m_position.epochLossSum += votes->lossSum;
    m_damaged += static_cast<std::int64_t>(votes->damaged);
    if (votes->damaged > 0)
        m_loader->requireFewDamaged(m_damaged);
}

} // namespace lockstep
