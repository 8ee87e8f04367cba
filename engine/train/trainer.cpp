// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include "engine/core/error.h"
#include "engine/train/activity_scope.h"
#include "engine/train/dealt_shares.h"
#include "engine/train/model_tensors.h"
#include "engine/train/number_text.h"
#include "engine/train/weight_hash.h"

#include <algorithm>

namespace lockstep {

ProgramOptions programOptions(const TrainingSpec& training, int batch, int threads)
{
    return {.batch = BatchPieces::largest(training, batch),
            .threads = threads,
            .precision = training.precision,
            .tf32 = training.tf32,
            .deterministic = training.deterministic,
            .loss = training.loss,
            .labelSmoothing = training.labelSmoothing,
            .seed = training.seed,
            .bucketBytes = static_cast<std::size_t>(training.bucketMegabytes * (1 << 20)),
            .deviceSeconds = deviceSeconds(training.timeoutSeconds)};
}

Trainer::Trainer(const TrainerParts& parts, const TrainingPosition& start)
    : m_parts(parts), m_shares(sharesAt(training(), start.shares, parts.group.worldSize(), parts.drawnRanks)),
      m_sampler(samplerOf(m_shares)),
      m_schedule(training(), m_sampler.stepsPerEpoch(), std::max(parts.group.worldSize(), parts.drawnRanks)),
      m_position(start), m_stepsDone(start.step)
{
    // Alone, no step is ever broken off.
    if (parts.checkpoints && parts.group.worldSize() > 1)
        m_before.emplace(parts.program);
    m_scalesLoss = parts.optimizer.lossScaling().has_value();
    if (training().shares.kind == ShareKind::Auto && parts.group.worldSize() > 1)
        m_balance.emplace(parts.group, BatchPieces::largest(training(), ownBatch()));
    m_position.shares = keptShares(training(), start.shares, parts.group.worldSize(), parts.drawnRanks);
    deal(m_shares);
}

Trainer::Outcome Trainer::run()
{
    m_traffic = m_parts.group.traffic();
    reportNotes();
    reportFusions();
    try {
        calibrateShares();
        return trainToTheEnd();
    } catch (const EngineError& error) {
        leaveGivenStep();
        if (error.code() != ExitCode::Stopped)
            throw;
        return leaveStep();
    }
}

Trainer::Outcome Trainer::trainToTheEnd()
{
    if (!isEpochLeft())
        settle(); // else an epoch does; until then the weights may stand on one rank alone
    while (isEpochLeft()) {
        Stopwatch watch;
        trainEpoch();
        if (m_stopping) {
            requireLockstep();
            saveCheckpoint(Standing::Latest);
            return Outcome::Stopped;
        }
        finishEpoch(watch.lap());
    }
    if (triedLongEnough())
        reportEarlyStop();
    if (m_parts.data.evaluation) {
        shareBuffers();
        Evaluator evaluation(m_parts.program, *m_parts.data.evaluation, m_parts.group,
                             evaluationShares(training(), m_shares), evaluationLoader());
        evaluate(evaluation, "evaluation");
    }
    return Outcome::Finished;
}

/// The collectives were broken off: what this rank has is what stood before the step, or between two.
Trainer::Outcome Trainer::leaveStep()
{
    if (m_before)
        m_before->restore();
    if (!m_parts.checkpoints || m_parts.checkpoints->holds(m_position))
        return Outcome::BrokenOff;
    if (m_parts.strategy.remoteState())
        reportNothingToSave();
    else
        saveCheckpoint(Standing::Latest);
    return Outcome::BrokenOff;
}

bool Trainer::isEpochLeft() const
{
    return m_position.epoch < training().epochs && !triedLongEnough();
}

bool Trainer::triedLongEnough() const
{
    return training().earlyStop > 0 && m_position.epochsSinceBest >= training().earlyStop;
}

/// To its end, or until some rank wants to stop; then the replicas are in step.
void Trainer::trainEpoch()
{
    m_parts.recorder.log("epoch: " + std::to_string(m_position.epoch + 1) +
                         " starts (world size: " + std::to_string(m_parts.group.worldSize()) +
                         ", rank: " + std::to_string(m_parts.group.rank()) + ")");
    m_damaged = 0;
    m_loader->start(m_position.epoch, m_position.batchInEpoch);
    m_stepWatch.lap();
    m_partWatch.begin(m_position.step);
    for (const Batch* batch = nullptr; !m_stopping && (batch = nextBatch());) {
        trainStep(*batch, m_partWatch.lap(StepPart::Data));
        m_partWatch.begin(m_position.step);
    }
    settle();
}

const Batch* Trainer::nextBatch()
{
    const ActivityScope loading(m_parts.group, Activity::Loading);
    return m_loader->next();
}

void Trainer::finishEpoch(double seconds)
{
    const int epoch = m_position.epoch;
    const double loss = m_position.epochLossSum / static_cast<double>(m_sampler.samplesPerEpoch());
    EpochFinished record{epoch, m_position.step, loss, seconds};
    if (m_balance)
        record.further = {{"share", static_cast<double>(ownBatch())},
                          {"own_seconds", m_balance->ownSeconds()}};
    m_parts.recorder.record(record);
    m_parts.recorder.log("epoch: " + std::to_string(epoch + 1) + " is done, mean loss is: " +
                         shortNumber(loss) + ", " + shortNumber(seconds, "%.1f") + " s");
    requireLockstep();
    shareBuffers();
    const Evaluation evaluation = evaluate(*m_validation, "validation");
    recordTraffic();
    reportNotes();

    ++m_position.epoch;
    m_position.batchInEpoch = 0;
    m_position.epochLossSum = 0;
    // The same on every rank, for the evaluation is.
    const bool better = evaluation.top1 > m_position.bestTop1;
    m_position.epochsSinceBest = better ? 0 : m_position.epochsSinceBest + 1;
    m_position.bestTop1 = std::max(m_position.bestTop1, evaluation.top1);
    m_position.top1 = evaluation.top1;
    const ActivityScope saving(m_parts.group, Activity::Saving);
    const bool best = m_parts.checkpoints && m_parts.checkpoints->isBest(evaluation.top1);
    const bool last = m_position.epoch == training().epochs || triedLongEnough();
    if (!last)
        correctShares();
    if (best || last || m_position.epoch % training().checkpointEvery == 0)
        saveCheckpoint(best ? Standing::Best : Standing::Latest);
    m_position.top1 = -1;
}

void Trainer::requireLockstep()
{
    requireEqualReplicas(m_parts.group, weightHash(m_parts.program.parameters()));
}

/// Rank 0's become everyone's. Rank 0's own never change by it, so a training that was interrupted at any
/// step goes on to the same bits.
void Trainer::shareBuffers()
{
    TensorStore& buffers = m_parts.program.buffers();
    if (buffers.tensors().empty() || m_parts.group.worldSize() == 1)
        return;
    std::size_t elements = 0;
    for (const TensorInfo& buffer : buffers.tensors())
        elements += buffer.elements();
    std::vector<float> all(elements);
    const auto forEach = [&](const auto& job) {
        std::size_t from = 0;
        for (std::size_t i = 0; i < buffers.tensors().size(); ++i) {
            const std::size_t size = buffers.tensors()[i].elements();
            job(i, std::span(all).subspan(from, size));
            from += size;
        }
    };
    forEach([&](std::size_t i, std::span<float> values) { buffers.read(i, values); });
    m_parts.group.broadcast(std::as_writable_bytes(std::span(all)), 0);
    forEach([&](std::size_t i, std::span<float> values) { buffers.write(i, values); });
}

void Trainer::saveCheckpoint(Standing standing)
{
    if (!m_parts.checkpoints)
        return;
    const ActivityScope saving(m_parts.group, Activity::Saving);
    if (RemoteState* const remote = m_parts.strategy.remoteState())
        m_parts.optimizer.setSteps(remote->bring(m_parts.optimizer.state()));
    m_position.optimizerSteps = m_parts.optimizer.steps();
    m_parts.checkpoints->save(modelTensors(m_parts.program),
                              stateTensors(m_parts.optimizer, m_parts.strategy, m_parts.optimizers),
                              m_position, standing);
}

} // namespace lockstep
