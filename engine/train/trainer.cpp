// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include "engine/core/error.h"
#include "engine/train/activity_scope.h"
#include "engine/train/batch_pieces.h"
#include "engine/train/model_tensors.h"
#include "engine/train/number_text.h"
#include "engine/train/weight_hash.h"

#include <algorithm>
#include <array>

namespace lockstep {
namespace {

Sampler makeSampler(const TrainerParts& parts)
{
    const TrainingSpec& training = parts.experiment.training;
    return {parts.data.training->size(),
            BatchShares::even(training.batch, parts.group.worldSize()),
            parts.group.rank(),
            Sampler::Order::Shuffled,
            training.seed,
            training.dropLast ? Sampler::Last::Dropped : Sampler::Last::Kept};
}

LoaderOptions trainingLoader(const TrainerParts& parts)
{
    LoaderOptions options = loaderOptions(parts.experiment.data, Use::Training, parts.threads);
    options.epochs = parts.experiment.training.epochs;
    options.memory = parts.program.batchMemory();
    return options;
}

LoaderOptions evaluationLoader(const TrainerParts& parts)
{
    return loaderOptions(parts.experiment.data, Use::Evaluation, parts.threads);
}

} // namespace

ProgramOptions programOptions(const TrainingSpec& training, int threads)
{
    return {.batch = BatchPieces::largest(training),
            .threads = threads,
            .precision = training.precision,
            .tf32 = training.tf32,
            .deterministic = training.deterministic,
            .loss = training.loss,
            .labelSmoothing = training.labelSmoothing,
            .seed = training.seed,
            .bucketBytes = static_cast<std::size_t>(training.bucketMegabytes * (1 << 20))};
}

Trainer::Trainer(const TrainerParts& parts, const TrainingPosition& start)
    : m_parts(parts), m_sampler(makeSampler(parts)),
      m_loader(*parts.data.training, m_sampler, trainingLoader(parts)),
      m_validation(parts.program, *parts.data.validation, parts.group, BatchPieces::largest(training()),
                   evaluationLoader(parts)),
      m_schedule(training(), m_sampler.stepsPerEpoch(), parts.group.worldSize()), m_position(start)
{
    // Alone, no step is ever broken off.
    if (parts.checkpoints && parts.group.worldSize() > 1)
        m_before.emplace(parts.program);
}

Trainer::Outcome Trainer::run()
{
    m_traffic = m_parts.group.traffic();
    reportNotes();
    try {
        return trainToTheEnd();
    } catch (const EngineError& error) {
        if (error.code() != ExitCode::Stopped)
            throw;
        return leaveStep();
    }
}

Trainer::Outcome Trainer::trainToTheEnd()
{
    while (m_position.epoch < training().epochs && !triedLongEnough()) {
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
                             BatchPieces::largest(training()), evaluationLoader(m_parts));
        evaluate(evaluation, "evaluation");
    }
    return Outcome::Finished;
}

/// The collectives were broken off: what this rank has is what stood before the step, or between two.
Trainer::Outcome Trainer::leaveStep()
{
    if (m_before)
        m_before->restore();
    if (m_parts.checkpoints && !m_parts.checkpoints->holds(m_position))
        saveCheckpoint(Standing::Latest);
    return Outcome::BrokenOff;
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
    m_loader.start(m_position.epoch, m_position.batchInEpoch);
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
    return m_loader.next();
}

/// The whole of a step.
void Trainer::trainStep(const Batch& batch, double dataSeconds)
{
    if (m_before)
        m_before->take();
    StepTimes times{.data = dataSeconds};
    const LossResult loss = computeGradients(batch, times);

    const StepVotes mine{loss.lossSum, m_parts.stop.requested() ? 1.0 : 0.0,
                         static_cast<double>(batch.damaged)};
    const Strategy::StepEnd end = m_parts.strategy.finish(mine);
    times.network = m_partWatch.lap(StepPart::Network);

    m_learningRate = m_schedule.rate(m_position.epoch, m_position.batchInEpoch);
    updateWeights(end.outcome, m_learningRate);
    times.optimizer = m_partWatch.lap(StepPart::Optimizer);
    if (const StepTimeline* timeline = m_partWatch.finish(m_parts.strategy.bucketTimes()))
        m_parts.recorder.record(*timeline);

    if (batch.damaged > 0)
        warnOfDamage(m_loader.takeDamage());
    m_unheard += batch.globalCount;
    // Of a step in which the others are not heard, a rank knows its own loss alone.
    const double globalLoss = end.votes ? end.votes->lossSum / static_cast<double>(m_unheard)
                                        : loss.lossSum / std::max(1, batch.count);
    recordStep(batch, loss, globalLoss, m_learningRate, times);
    ++m_position.step;
    ++m_position.batchInEpoch;
    if (m_before)
        m_before->drop();
    hear(end.votes);
}

/// Of the rank's batch, piece by piece; the strategy hears of the gradients of the last.
LossResult Trainer::computeGradients(const Batch& batch, StepTimes& times)
{
    const auto elements = static_cast<std::size_t>(m_parts.data.training->sampleShape().elements());
    const StepBatch step{m_position.step, batch.count, batch.globalCount};
    const double divisor = m_parts.strategy.divisor(step);
    m_parts.strategy.begin(step);
    m_partWatch.skip();
    LossResult total;
    const BatchPieces pieces(training(), batch.count);
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
        times.forward += m_partWatch.lap(StepPart::Forward);
        m_parts.program.backward(piece == 0 ? Gradients::Overwrite : Gradients::Add,
                                 [this, last](std::size_t i) {
                                     if (last)
                                         m_parts.strategy.ready(i);
                                 });
        const LossResult loss = m_parts.program.loss();
        times.backward += m_partWatch.lap(StepPart::Backward);
        total.lossSum += loss.lossSum;
        total.correct += loss.correct;
        total.correctTop5 += loss.correctTop5;
        done += count;
    }
    return total;
}

void Trainer::updateWeights(Strategy::Outcome outcome, double learningRate)
{
    if (outcome != Strategy::Outcome::ApplyGradients)
        return;
    // How the update before came out is known since this step's loss is: that lay behind it on the device.
    recordSkippedUpdate();
    // The gradients are those of all ranks by now, the same to the bit, and so is their norm.
    m_parts.optimizer.step(learningRate);
    m_updated = m_position.step;
}

/// Brings the replicas in step, and hears what is unheard.
void Trainer::settle()
{
    const Strategy::StepEnd end = m_parts.strategy.settle();
    updateWeights(end.outcome, m_learningRate);
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
        m_loader.requireFewDamaged(m_damaged);
}

void Trainer::finishEpoch(double seconds)
{
    const int epoch = m_position.epoch;
    const double loss = m_position.epochLossSum / static_cast<double>(m_sampler.samplesPerEpoch());
    m_parts.recorder.record(EpochFinished{epoch, m_position.step, loss, seconds});
    m_parts.recorder.log("epoch: " + std::to_string(epoch + 1) + " is done, mean loss is: " +
                         shortNumber(loss) + ", " + shortNumber(seconds, "%.1f") + " s");
    requireLockstep();
    shareBuffers();
    const Evaluation evaluation = evaluate(m_validation, "validation");
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
    m_position.optimizerSteps = m_parts.optimizer.steps();
    m_parts.checkpoints->save(modelTensors(m_parts.program),
                              stateTensors(m_parts.optimizer, m_parts.strategy), m_position, standing);
}

} // namespace lockstep
