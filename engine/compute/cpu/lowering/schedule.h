// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/step_buffers.h"
#include "engine/compute/program.h"

#include <functional>
#include <string>
#include <vector>

namespace lockstep {

/// One worker's view of the batch while it walks through a program's steps.
struct WorkerFrame {
    int worker = 0;
    int workers = 1;
    int first = 0; ///< of the worker's samples
    int count = 0; ///< of the worker's samples
    int total = 0; ///< samples of the batch
    Phase phase = Phase::Training;
    const BatchView* batch = nullptr;
    Gradients gradients = Gradients::Overwrite;
    float scale = 1; ///< of the loss' derivative
    const StepBuffers* buffers = nullptr;

    template <typename T = void>
    T* at(BufferId id) const
    {
        return static_cast<T*>(static_cast<void*>(buffers->at(id, worker)));
    }
    template <typename T = void>
    T* of(int otherWorker, BufferId id) const
    {
        return static_cast<T*>(static_cast<void*>(buffers->at(id, otherWorker)));
    }
    bool training() const { return phase == Phase::Training; }
    /// The worker's part of 0 ... all - 1, as WorkerTeam::share().
    int shareBegin(int of, int all) const { return static_cast<int>(std::int64_t{all} * of / workers); }
    int samplesOf(int of) const { return shareBegin(of + 1, total) - shareBegin(of, total); }
};

/// What a worker does at one step; must not allocate.
using Work = std::function<void(const WorkerFrame&)>;

struct Step {
    enum class Kind {
        Samples, ///< run by workers that have samples
        All,     ///< run by every worker
        Barrier, ///< no work: every worker waits for the others
    };
    const char* name = "";
    Kind kind = Kind::Samples;
    int worker = -1; ///< if not negative: run by this worker alone
    bool trainingOnly = false;
    Work work{};
    std::vector<std::size_t>
        final{}; ///< parameters whose gradients are final after it, announced by worker 0
};

/// The steps of forward and backward in construction, and by their order the lifetimes of the buffers they
/// use.
class Schedule {
public:
    explicit Schedule(StepBuffers& buffers, int workers)
        : m_buffers(buffers), m_load(static_cast<std::size_t>(workers))
    {
    }

    void forward(Step step, const std::vector<BufferId>& uses);
    void forwardBarrier(bool trainingOnly);
    /// No more forward steps. The loss comes now, and uses these.
    void loss(const std::vector<BufferId>& uses);
    void backward(Step step, const std::vector<BufferId>& uses);
    void backwardBarrier();
    /// Work that finishes parameters' gradients out of what the workers leave in per-worker buffers `uses`:
    /// run by one worker, after the next barrier. `bytes` is how much it has to read.
    void finishLater(std::vector<std::size_t> parameters, const std::vector<BufferId>& uses,
                     std::int64_t bytes, Work work);
    /// Every worker has done its part of these gradients when all have come to the next barrier.
    void finalAfterBarrier(const std::vector<std::size_t>& parameters)
    {
        m_almostFinal.insert(m_almostFinal.end(), parameters.begin(), parameters.end());
    }
    bool finishing() const { return !m_waiting.empty(); }
    /// No more backward steps.
    void end();

    const std::vector<Step>& forwardSteps() const { return m_forward; }
    const std::vector<Step>& backwardSteps() const { return m_backward; }

private:
    struct Finish {
        std::vector<std::size_t> parameters;
        std::vector<BufferId> uses;
        std::int64_t bytes;
        Work work;
    };
    void use(const std::vector<BufferId>& uses);

    StepBuffers& m_buffers;
    std::vector<Step> m_forward;
    std::vector<Step> m_backward;
    int m_moment = 0;
    std::vector<Finish> m_waiting;          ///< for the next barrier
    std::vector<std::size_t> m_almostFinal; ///< parameters that are final after the next barrier
    std::vector<BufferId> m_read;           ///< by finishing work since the last barrier
    std::vector<std::int64_t> m_load;       ///< bytes of finishing work by worker
};

} // namespace lockstep
