// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include "engine/core/error.h"
#include "engine/train/weight_hash.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace lockstep {
namespace {

class Stopwatch {
public:
    /// Seconds since the call before.
    double lap()
    {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - m_last).count();
        m_last = now;
        return seconds;
    }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

std::string shortNumber(double value, const char* format = "%.7g")
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

Sampler makeSampler(const TrainerParts& parts)
{
    return {parts.data.training->size(), parts.training.batch,         parts.group.rank(),
            parts.group.worldSize(),     Sampler::Order::Shuffled, parts.training.seed};
}

/// Where this rank's samples begin in a global batch, as the sampler deals them out.
std::int64_t placeInGlobalBatch(int globalCount, const ProcessGroup& group)
{
    const int share = globalCount / group.worldSize();
    return std::int64_t{group.rank()} * share + std::min(group.rank(), globalCount % group.worldSize());
}

std::vector<NamedTensor> modelTensors(const Program& program)
{
    std::vector<NamedTensor> tensors;
    for (const Parameter& parameter : program.parameters())
        tensors.push_back({parameter.name, parameter.shape, parameter.value});
    const auto buffers = program.buffers();
    tensors.insert(tensors.end(), buffers.begin(), buffers.end());
    return tensors;
}

} // namespace

struct Trainer::StepTimes {
    double data, forward, backward, network, optimizer;
    double sum() const { return data + forward + backward + network + optimizer; }
};

Trainer::Trainer(const TrainerParts& parts, const TrainingPosition& start)
    : m_parts(parts), m_sampler(makeSampler(parts)), m_loader(*parts.data.training, m_sampler),
      m_reducer(parts.group, parts.program.parameters(),
                static_cast<std::size_t>(parts.training.bucketMegabytes * (1 << 20))),
      m_validation(parts.program, *parts.data.validation, parts.group, parts.training.batch),
      m_usage(parts.threads), m_position(start), m_traffic(parts.group.traffic())
{
}

Trainer::Outcome Trainer::run()
{
    while (m_position.epoch < m_parts.training.epochs) {
        Stopwatch watch;
        if (!trainEpoch()) {
            requireLockstep();
            saveCheckpoint(Standing::Latest);
            return Outcome::Stopped;
        }
        finishEpoch(watch.lap());
    }
    if (m_parts.data.evaluation) {
        Evaluator evaluation(m_parts.program, *m_parts.data.evaluation, m_parts.group, m_parts.training.batch);
        evaluate(evaluation, "evaluation");
    }
    return Outcome::Finished;
}

/// False: stopped.
bool Trainer::trainEpoch()
{
    m_parts.recorder.log("epoch: " + std::to_string(m_position.epoch) + " starts (world size: " +
                         std::to_string(m_parts.group.worldSize()) +
                         ", rank: " + std::to_string(m_parts.group.rank()) + ")");
    m_loader.start(m_position.epoch, m_position.batchInEpoch);
    Stopwatch watch;
    while (const Batch* batch = m_loader.next()) {
        if (!trainStep(*batch, watch.lap()))
            return false;
        if (const auto sample = m_usage.sample())
            m_parts.recorder.record(*sample);
        watch.lap();
    }
    return true;
}

/// The whole of a step. False: some rank wants to stop after it.
bool Trainer::trainStep(const Batch& batch, double dataSeconds)
{
    StepTimes times{dataSeconds, 0, 0, 0, 0};
    Stopwatch watch;
    const BatchView view{batch.inputs, batch.labels, batch.count, m_position.step,
                         placeInGlobalBatch(batch.globalCount, m_parts.group)};
    const LossResult loss = m_parts.program.forward(view, Phase::Training);
    times.forward = watch.lap();

    m_reducer.begin();
    m_parts.program.backward(batch.globalCount, Gradients::Overwrite, [this](std::size_t i) { m_reducer.add(i); });
    times.backward = watch.lap();
    std::array<double, 2> sums = {loss.lossSum, m_parts.stop.requested() ? 1.0 : 0.0};
    m_reducer.finish(sums);
    times.network = watch.lap();

    m_parts.optimizer.step(m_parts.program.parameters(), m_parts.training.learningRate);
    m_parts.program.parametersChanged();
    times.optimizer = watch.lap();

    recordStep(batch, loss, sums[0] / batch.globalCount, times);
    m_position.epochLossSum += sums[0];
    m_position.optimizerSteps = m_parts.optimizer.steps();
    ++m_position.step;
    ++m_position.batchInEpoch;
    return sums[1] == 0;
}

void Trainer::recordStep(const Batch& batch, const LossResult& loss, double globalLoss, const StepTimes& times)
{
    StepFinished step;
    step.step = m_position.step;
    step.epoch = batch.epoch;
    step.batch = batch.index;
    // A rank without samples in a short last batch shows the others' loss rather than a hole in its curve.
    step.loss = batch.count > 0 ? loss.lossSum / batch.count : globalLoss;
    step.samples = batch.count;
    step.learningRate = m_parts.training.learningRate;
    step.top1 = batch.count > 0 ? static_cast<double>(loss.correct) / batch.count : 0;
    step.top5 = batch.count > 0 ? static_cast<double>(loss.correctTop5) / batch.count : 0;
    step.samplesPerSecond = batch.count / std::max(times.sum(), 1e-9);
    step.dataSeconds = times.data;
    step.forwardSeconds = times.forward;
    step.backwardSeconds = times.backward;
    step.networkSeconds = times.network;
    step.optimizerSeconds = times.optimizer;
    m_parts.recorder.record(step);
    if (batch.index % m_parts.training.logEvery == 0)
        m_parts.recorder.log("epoch: " + std::to_string(batch.epoch) + ", batch: " + std::to_string(batch.index) +
                             ", loss is: " + shortNumber(step.loss));
    if (!std::isfinite(globalLoss))
        warnOfBadLoss(globalLoss);
}

void Trainer::warnOfBadLoss(double loss)
{
    if (m_warnedOfLoss)
        return;
    m_warnedOfLoss = true;
    m_parts.recorder.warn(
        fillPlaceholders(LOCKSTEP_TEXT("The loss of step %1 is %2: the training has diverged. A smaller learning rate "
                                       "than %3 may help; the run goes on, but will hardly learn any more."),
                         {std::to_string(m_position.step), shortNumber(loss),
                          shortNumber(m_parts.training.learningRate)}));
}

void Trainer::finishEpoch(double seconds)
{
    const int epoch = m_position.epoch;
    const double loss = m_position.epochLossSum / static_cast<double>(m_parts.data.training->size());
    m_parts.recorder.record(EpochFinished{epoch, m_position.step, loss, seconds});
    m_parts.recorder.log("epoch: " + std::to_string(epoch) + " is done, mean loss is: " + shortNumber(loss) + ", " +
                         shortNumber(seconds, "%.1f") + " s");
    requireLockstep();
    const Evaluation evaluation = evaluate(m_validation, "validation");
    recordTraffic();

    ++m_position.epoch;
    m_position.batchInEpoch = 0;
    m_position.epochLossSum = 0;
    const bool last = m_position.epoch == m_parts.training.epochs;
    if (!last && m_position.epoch % m_parts.training.checkpointEvery != 0)
        return;
    const bool best = evaluation.top1 > m_position.bestTop1;
    if (best)
        m_position.bestTop1 = evaluation.top1;
    saveCheckpoint(best ? Standing::Best : Standing::Latest);
}

Evaluation Trainer::evaluate(Evaluator& evaluator, const char* set)
{
    const int epoch = m_position.epoch < m_parts.training.epochs ? m_position.epoch : m_parts.training.epochs - 1;
    const Evaluation result = evaluator.run();
    m_parts.recorder.record(Evaluated{epoch, m_position.step, set, result.loss, result.top1, result.top5,
                                      result.samples});
    m_parts.recorder.log("epoch: " + std::to_string(epoch) + ", " + set + " loss is: " + shortNumber(result.loss) +
                         ", top-1 is: " + shortNumber(result.top1 * 100, "%.2f") + " % of " +
                         std::to_string(result.samples));
    return result;
}

void Trainer::requireLockstep()
{
    requireEqualReplicas(m_parts.group, weightHash(m_parts.program.parameters()));
}

void Trainer::saveCheckpoint(Standing standing)
{
    if (!m_parts.checkpoints)
        return;
    m_unsaved.reset();
    try {
        const auto state = m_parts.optimizer.state();
        const SavedCheckpoint saved =
            m_parts.checkpoints->save(modelTensors(m_parts.program), state, m_position, standing);
        // The epoch that it holds the result of, not the one to go on in.
        const int epoch = m_position.batchInEpoch == 0 ? m_position.epoch - 1 : m_position.epoch;
        m_parts.recorder.record(
            CheckpointSaved{m_position.step, epoch, saved.path, saved.bytes, standing == Standing::Best});
        m_parts.recorder.log("checkpoint: " + saved.path + (standing == Standing::Best ? " (the best so far)" : ""));
        if (!saved.warning.empty())
            m_parts.recorder.warn(saved.warning);
    } catch (const EngineError& error) {
        // The training is worth more than this checkpoint, and the older ones are untouched.
        m_unsaved = error.error();
        m_parts.recorder.warn(error.what());
    }
}

/// Bytes and waiting since the record before; the slowest peer is the one this rank waited for longest.
void Trainer::recordTraffic()
{
    auto now = m_parts.group.traffic();
    if (now.empty())
        return;
    CollectiveFinished record;
    record.step = m_position.step;
    record.operation = "all-reduce";
    double longest = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double waited = now[i].waitSeconds - m_traffic[i].waitSeconds;
        record.bytesSent += now[i].bytesSent - m_traffic[i].bytesSent;
        record.bytesReceived += now[i].bytesReceived - m_traffic[i].bytesReceived;
        record.seconds += waited;
        if (waited > longest) {
            longest = waited;
            record.slowestPeer = now[i].rank;
        }
    }
    m_parts.recorder.record(record);
    m_traffic = std::move(now);
}

} // namespace lockstep
