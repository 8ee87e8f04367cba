// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/checkpoint_keeper.h"

#include <algorithm>
#include <utility>

namespace lockstep {
namespace {

std::int64_t bytesOf(const TensorStore& tensors)
{
    std::int64_t bytes = 0;
    for (const TensorInfo& tensor : tensors.tensors())
        bytes += static_cast<std::int64_t>(tensor.elements() * sizeof(float));
    return bytes;
}

/// The epoch whose result it holds, not the one to go on in.
int epochOf(const TrainingPosition& position)
{
    return position.batchInEpoch == 0 ? std::max(0, position.epoch - 1) : position.epoch;
}

} // namespace

CheckpointKeeper::CheckpointKeeper(CheckpointWriter::Save save, RankRecorder& recorder, Options options)
    : m_recorder(recorder), m_keepBestAbove(options.keepBestAbove), m_bestTop1(options.bestTop1),
      m_writer(std::move(save), [this](const CheckpointEnd& end) { ended(end); })
{
}

bool CheckpointKeeper::isBest(double top1)
{
    const auto isBetter = [&] {
        const MutexLock lock(m_mutex);
        return top1 > m_bestTop1;
    };
    if (top1 <= m_keepBestAbove || !isBetter())
        return false;
    m_writer.wait(); // it may be better still
    return isBetter();
}

void CheckpointKeeper::save(const TensorStore& model, const TensorStore& optimizer,
                            const TrainingPosition& position, Standing standing)
{
    tellOfMemory(model, optimizer);
    if (m_writer.save(model, optimizer, position, standing) == CheckpointWriter::Way::InPlace)
        m_recorder.warn(LOCKSTEP_TEXT("There is no memory for a copy of the weights, so the training waited "
                                      "while the checkpoint was written."));
}

std::optional<Error> CheckpointKeeper::finish()
{
    m_writer.wait();
    const MutexLock lock(m_mutex);
    return m_unsaved;
}

bool CheckpointKeeper::holds(const TrainingPosition& position)
{
    m_writer.wait();
    const MutexLock lock(m_mutex);
    return m_last && !m_unsaved && m_last->step == position.step && m_last->epoch == position.epoch &&
           m_last->batchInEpoch == position.batchInEpoch;
}

void CheckpointKeeper::ended(const CheckpointEnd& end)
{
    {
        const MutexLock lock(m_mutex);
        m_unsaved = end.saved ? std::nullopt : std::optional(end.saved.error());
        if (end.saved)
            m_last = end.position;
        if (end.saved && end.standing == Standing::Best)
            m_bestTop1 = end.position.top1;
    }
    if (!end.saved) {
        // The training is worth more than this checkpoint, and the older ones are untouched.
        m_recorder.warn(end.saved.error());
        return;
    }
    const bool best = end.standing == Standing::Best;
    m_recorder.record(
        CheckpointSaved{end.position.step, epochOf(end.position), end.saved->path, end.saved->bytes, best});
    m_recorder.log("checkpoint: " + end.saved->path + (best ? " (the best so far)" : ""));
    for (const CheckpointRemoved& removed : end.saved->removed)
        m_recorder.record(removed);
    if (!end.saved->warning.empty())
        m_recorder.warn(end.saved->warning);
}

/// Once, with the first checkpoint: the host may be short of it.
void CheckpointKeeper::tellOfMemory(const TensorStore& model, const TensorStore& optimizer)
{
    if (std::exchange(m_toldOfMemory, true))
        return;
    const std::int64_t megabytes = (bytesOf(model) + bytesOf(optimizer)) >> 20;
    m_recorder.log("checkpoints are written beside the training, from a copy that takes " +
                   std::to_string(megabytes) + " MiB of memory meanwhile");
}

} // namespace lockstep
