// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/protocol/mutex.h"
#include "engine/protocol/result.h"

#include <exception>
#include <functional>
#include <optional>
#include <thread>

namespace lockstep {

/// What became of a checkpoint that was to be saved.
struct CheckpointEnd {
    TrainingPosition position;
    Standing standing = Standing::Latest;
    Result<SavedCheckpoint> saved;
};

/// Saves checkpoints beside the training: save() copies the tensors and returns, a thread of its own gives
/// the copy to the disk. One save is under way at a time. Used by one thread.
class CheckpointWriter {
public:
    /// Writes a checkpoint as CheckpointStore::save() does.
    using Save = std::function<SavedCheckpoint(const TensorStore& model, const TensorStore& optimizer,
                                               const TrainingPosition& position, Standing standing)>;
    /// Told of every save, an unsuccessful one included, on the writer's thread (or on the caller's, if there
    /// was no memory for a copy).
    using Ended = std::function<void(const CheckpointEnd& end)>;
    /// What to think of a save when save() returns.
    enum class Way {
        Beside, ///< the training may go on, the copy is on its way
        InPlace ///< there was no memory for a copy: it has been written from the tensors themselves
    };

    CheckpointWriter(Save save, Ended ended);
    /// Waits for the save under way.
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    /// Waits for the save before this one. The tensors may change when it returns. Rethrows what another save
    /// threw that was no EngineError, or what `ended` threw.
    Way save(const TensorStore& model, const TensorStore& optimizer, const TrainingPosition& position,
             Standing standing);
    /// Until no save is under way. Rethrows as save().
    void wait();

private:
    struct Copy;
    void run();
    void write(const TensorStore& model, const TensorStore& optimizer, const TrainingPosition& position,
               Standing standing) const;

    const Save m_save;
    const Ended m_ended;
    Mutex m_mutex;
    ConditionVariable m_changed;
    std::unique_ptr<Copy> m_copy LOCKSTEP_GUARDED_BY(m_mutex); ///< to be written, or being written
    std::exception_ptr m_failure LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_quit LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::thread m_thread; ///< the last member: it uses the others
};

} // namespace lockstep
