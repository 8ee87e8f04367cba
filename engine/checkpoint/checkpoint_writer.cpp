// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_writer.h"

#include "engine/core/error.h"

#include <sys/resource.h>

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

/// Hashing must not take a core from the workers of the training when all are in use.
constexpr int kNiceness = 10;

/// Tensors with memory of their own.
class TensorCopies {
public:
    explicit TensorCopies(std::span<const NamedTensor> tensors) : m_tensors(tensors.begin(), tensors.end())
    {
        for (NamedTensor& tensor : m_tensors)
            tensor.values = m_values.emplace_back(tensor.values.begin(), tensor.values.end());
    }
    std::span<const NamedTensor> tensors() const { return m_tensors; }

private:
    std::vector<NamedTensor> m_tensors;
    std::vector<std::vector<float>> m_values;
};

} // namespace

struct CheckpointWriter::Copy {
    TensorCopies model;
    TensorCopies optimizer;
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

CheckpointWriter::Way CheckpointWriter::save(std::span<const NamedTensor> model,
                                             std::span<const NamedTensor> optimizer,
                                             const TrainingPosition& position, Standing standing)
{
    wait();
    std::unique_ptr<Copy> copy;
    try {
        copy = std::make_unique<Copy>(TensorCopies(model), TensorCopies(optimizer), position, standing);
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
                write(copy.model.tensors(), copy.optimizer.tensors(), copy.position, copy.standing);
            } catch (...) {
                failure = std::current_exception();
            }
        }
        m_failure = failure;
        m_copy.reset();
        m_changed.notifyAll();
    }
}

void CheckpointWriter::write(std::span<const NamedTensor> model, std::span<const NamedTensor> optimizer,
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
