// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint_writer.h"
#include "engine/train/rank_recorder.h"

#include <optional>

namespace lockstep {

/// The checkpoints of a training, on rank 0: saves them beside the training, tells of each when it is whole,
/// and knows which results are the best of those that are safe on the disk. A checkpoint that cannot be
/// written is a warning while the training goes on. Used by one thread; throws what the recorder throws.
class CheckpointKeeper {
public:
    struct Options {
        double keepBestAbove = 0; ///< the validation top-1 that a best one must exceed
        double bestTop1 = -1;     ///< of the best one that was saved before; -1: none
    };
    /// Borrows `recorder`. `save` is CheckpointStore::save().
    CheckpointKeeper(CheckpointWriter::Save save, RankRecorder& recorder, Options options);

    /// Whether a checkpoint with this result would be the best of those that were really saved. May wait for
    /// the one under way.
    bool isBest(double top1);
    /// Copies the tensors and returns, once the checkpoint before is through.
    void save(const TensorStore& model, const TensorStore& optimizer, const TrainingPosition& position,
              Standing standing);
    /// Until nothing is under way. Returns why the last checkpoint is missing, when it could not be written.
    std::optional<Error> finish();
    /// Whether the last one to be saved stands at this place of the training and is safe.
    bool holds(const TrainingPosition& position);

private:
    void ended(const CheckpointEnd& end);
    void tellOfMemory(const TensorStore& model, const TensorStore& optimizer);

    RankRecorder& m_recorder;
    const double m_keepBestAbove;
    bool m_toldOfMemory = false;
    Mutex m_mutex;
    double m_bestTop1 LOCKSTEP_GUARDED_BY(m_mutex);
    std::optional<TrainingPosition> m_last LOCKSTEP_GUARDED_BY(m_mutex); ///< saved
    std::optional<Error> m_unsaved LOCKSTEP_GUARDED_BY(m_mutex);         ///< of the last save
    CheckpointWriter m_writer; ///< the last member: its thread uses the others
};

} // namespace lockstep
