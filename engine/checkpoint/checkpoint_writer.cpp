// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_writer.h"

#include "engine/core/error.h"

#include <sys/resource.h>

#include <memory>
#include <new>
#include <utility>

namespace lockstep {
namespace {

/// Hashing must not take a core from the workers of the training when all are in use.
constexpr int kNiceness = 10;

} // namespace

struct CheckpointWriter::Copy {
    TensorCopy model;
    TensorCopy optimizer;
    TrainingPosition position;
    Standing standing;
};

CheckpointWriter::CheckpointWriter(Save save, Ended ended)
    : m_save(std::move(save)), m_ended(std::move(ended)), m_thread([this] { run(); })
{
}

CheckpointWriter::~CheckpointWriter()
{
    {
        const MutexLock lock(m_mutex);
        m_quit = true;
    }
    m_changed.notifyAll();
    m_thread.join();
}

CheckpointWriter::Way CheckpointWriter::save(const TensorStore& model, const TensorStore& optimizer,
                                             const TrainingPosition& position, Standing standing)
{
    wait();
    std::unique_ptr<Copy> copy;
    try {
        copy.reset(new Copy{TensorCopy(model), TensorCopy(optimizer), position, standing});
    } catch (const std::bad_alloc&) {
        write(model, optimizer, position, standing);
        return Way::InPlace;
    }
    {
        const MutexLock lock(m_mutex);
        m_copy = std::move(copy);
    }
    m_changed.notifyAll();
    return Way::Beside;
}

void CheckpointWriter::wait()
{
    const MutexLock lock(m_mutex);
    m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return !m_copy; });
    if (m_failure)
        std::rethrow_exception(std::exchange(m_failure, nullptr));
}

void CheckpointWriter::run()
{
    // On Linux, of this thread alone. Where it is refused, the thread is merely as important as the others.
    (void)::setpriority(PRIO_PROCESS, 0, kNiceness);
    const MutexLock lock(m_mutex);
    while (true) {
        m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_quit || m_copy; });
        if (!m_copy)
            return;
        const Copy& copy = *m_copy; // stays as it is: save() waits for its end
        std::exception_ptr failure;
        {
            const MutexUnlock unlock(m_mutex);
            try {
                write(copy.model, copy.optimizer, copy.position, copy.standing);
            } catch (...) {
                failure = std::current_exception();
            }
        }
        m_failure = failure;
        m_copy.reset();
        m_changed.notifyAll();
    }
}

void CheckpointWriter::write(const TensorStore& model, const TensorStore& optimizer,
                             const TrainingPosition& position, Standing standing) const
{
    const auto save = [&]() -> Result<SavedCheckpoint> {
        try {
            return m_save(model, optimizer, position, standing);
        } catch (const EngineError& error) {
            return error.error();
        }
    };
    m_ended({position, standing, save()});
}

} // namespace lockstep
