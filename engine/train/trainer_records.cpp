// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// What a trainer tells the world, by its recorder.
#include "engine/train/trainer.h"

#include "engine/core/error.h"
#include "engine/protocol/step_numbers.h"
#include "engine/train/activity_scope.h"
#include "engine/train/fusion_lines.h"
#include "engine/train/number_text.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

double fraction(int part, int whole)
{
    return whole > 0 ? static_cast<double>(part) / whole : 0;
}

std::string percent(double part)
{
    return shortNumber(part * 100, "%.2f") + " %";
}

} // namespace

void Trainer::recordStep(const GivenStep& given)
{
    const LossResult& loss = *given.loss;
    const double own = loss.lossSum / std::max(1, given.count);
    const double global = given.globalLoss.value_or(own);
    StepFinished step;
    step.step = given.step;
    step.epoch = given.epoch;
    step.batch = given.batch;
    // A rank without samples in a short last batch shows the others' loss rather than a hole in its curve.
    step.loss = given.count > 0 ? own : global;
    step.samples = given.count;
    step.learningRate = given.learningRate;
    step.samplesPerSecond = given.count / std::max(m_stepWatch.lap(), 1e-9);
    step.top1 = fraction(loss.correct, given.count);
    step.top5 = fraction(loss.correctTop5, given.count);
    step.dataSeconds = given.times.data;
    step.forwardSeconds = given.times.forward;
    step.backwardSeconds = given.times.backward;
    step.networkSeconds = given.times.network;
    step.optimizerSeconds = given.times.optimizer;
    if (m_balance && given.count == ownBatch())
        m_balance->add(given);
    if (given.staleness)
        step.further.push_back({std::string(kStalenessNumber), static_cast<double>(*given.staleness)});
    if (given.compressionSeconds)
        step.further.push_back({std::string(kCompressionSecondsNumber), *given.compressionSeconds});
    m_parts.recorder.record(step);
    m_stepsDone = given.step + 1;
    const std::int64_t number = given.batch + 1; // as people count
    if (number == 1 || number % training().logEvery == 0)
        m_parts.recorder.log("epoch: " + std::to_string(given.epoch + 1) +
                             ", batch: " + std::to_string(number) + ", loss is: " + shortNumber(step.loss) +
                             ", top-1 is: " + percent(step.top1) + ", top-5 is: " + percent(step.top5) +
                             ", learning rate is: " + shortNumber(given.learningRate) +
                             ", images/s: " + shortNumber(step.samplesPerSecond, "%.4g"));
    if (!std::isfinite(global))
        warnOfBadLoss(given.step, global, given.learningRate);
}

void Trainer::warnOfBadLoss(std::int64_t step, double loss, double learningRate)
{
    if (m_warnedOfLoss)
        return;
    m_warnedOfLoss = true;
    m_parts.recorder.warn(Sentence(
        LOCKSTEP_TEXT("The loss of step %1 is %2: the training has diverged. A smaller learning rate "
                      "than %3 may help; the run goes on, but will hardly learn any more."),
        {std::to_string(step + 1), shortNumber(loss), shortNumber(learningRate)}));
}

/// Waits for the last update, where the loss is scaled.
void Trainer::recordSkippedUpdate()
{
    const std::optional<LossScaling> scaling = m_parts.optimizer.lossScaling();
    if (!scaling || scaling->skipped == m_skipped)
        return;
    m_skipped = scaling->skipped;
    m_parts.recorder.record(StepSkipped{m_updated, scaling->scale});
    m_parts.recorder.log("step " + std::to_string(m_updated + 1) +
                         " changed no weights: a gradient was not finite in fp16, loss scale is now: " +
                         shortNumber(scaling->scale));
}

void Trainer::warnOfDamage(const BatchLoader::Damage& damage)
{
    for (const Sentence& reason : damage.sentences)
        m_parts.recorder.warn(Sentence(LOCKSTEP_TEXT("A damaged image was passed over. %1"), {reason}));
    if (!damage.sentences.empty())
        m_parts.recorder.log("damaged images met by this rank so far: " + std::to_string(damage.count));
}

/// What reading has found out about the data since the last time.
void Trainer::reportNotes()
{
    for (const Dataset* set : {m_parts.data.training.get(), m_parts.data.validation.get()}) {
        const Dataset::Notes notes = set->takeNotes();
        for (const Sentence& oddity : notes.sentences)
            m_parts.recorder.warn(oddity);
        if (!notes.sentences.empty())
            m_parts.recorder.log("oddities of the data met by this rank so far: " +
                                 std::to_string(notes.count));
    }
}

/// What the device compared since the last time.
void Trainer::reportFusions()
{
    for (const std::string& line : fusionLines(m_parts.program.fusions()))
        if (m_fusionLines.insert(line).second)
            m_parts.recorder.log(line);
}

Evaluation Trainer::evaluate(Evaluator& evaluator, const char* set)
{
    const int epoch = std::min(m_position.epoch, training().epochs - 1);
    const ActivityScope evaluating(m_parts.group, Activity::Evaluating);
    const Evaluation result = evaluator.run([this] { m_parts.deadline.throwIfPassed(); });
    warnOfDamage(evaluator.takeDamage());
    reportFusions();
    m_parts.recorder.record(
        Evaluated{epoch, m_position.step, set, result.loss, result.top1, result.top5, result.samples});
    m_parts.recorder.log("epoch: " + std::to_string(epoch + 1) + ", " + set +
                         " loss is: " + shortNumber(result.loss) + ", top-1 is: " + percent(result.top1) +
                         ", top-5 is: " + percent(result.top5) + " of " + std::to_string(result.samples));
    return result;
}

void Trainer::reportEarlyStop()
{
    const Sentence text(
        LOCKSTEP_TEXT(
            "Stopped early, as the experiment says: for %1 epochs, no validation top-1 was above %2 %."),
        {std::to_string(m_position.epochsSinceBest), shortNumber(m_position.bestTop1 * 100, "%.2f")});
    if (m_parts.group.rank() == 0)
        m_parts.recorder.warn(text);
    else
        m_parts.recorder.log(text.english());
}

void Trainer::reportNothingToSave()
{
    m_parts.recorder.warn(LOCKSTEP_TEXT(
        "The stop broke off a step under way. The servers are left with parts of it, so nothing "
        "was saved: the training can go on from the last checkpoint."));
}

/// Bytes and waiting since the record before; the slowest peer is the one this rank waited for longest.
void Trainer::recordTraffic()
{
    auto now = m_parts.group.traffic();
    if (now.empty())
        return;
    CollectiveFinished record;
    record.step = m_position.step;
    record.operation = m_parts.group.servers() ? "push" : "all-reduce";
    double longest = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double waited = now[i].waitSeconds - m_traffic[i].waitSeconds;
        record.bytesSent += now[i].bytesSent - m_traffic[i].bytesSent;
        record.bytesReceived += now[i].bytesReceived - m_traffic[i].bytesReceived;
        record.seconds += waited;
        if (waited > longest && now[i].rank < m_parts.group.worldSize()) {
            longest = waited;
            record.slowestPeer = now[i].rank;
        }
    }
    m_parts.recorder.record(record);
    m_traffic = std::move(now);
}

} // namespace lockstep
