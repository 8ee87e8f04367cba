// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

namespace lockstep {

/// Threads that run one job together, step after step. The calling thread is worker 0, so a team of one has
/// no thread of its own. A waiting worker spins for a few microseconds and then sleeps: a neighbour may need
/// the core. Used by one thread; nothing is allocated in run().
class WorkerTeam {
public:
    explicit WorkerTeam(int workers);
    ~WorkerTeam();
    WorkerTeam(const WorkerTeam&) = delete;
    WorkerTeam& operator=(const WorkerTeam&) = delete;

    int size() const { return m_size; }

    /// Calls job(worker) once for each worker and returns when all have finished. When some throw, the
    /// exception of the lowest worker that threw by itself is thrown again.
    template <typename Job>
    void run(Job&& job)
    {
        using Plain = std::remove_reference_t<Job>;
        runJob([](void* context, int worker) { (*static_cast<Plain*>(context))(worker); },
               const_cast<void*>(static_cast<const void*>(&job)));
    }

    /// Within a job: returns when every worker has called it equally often. Throws (to end the job) when
    /// another worker's job has thrown.
    void barrier();

    /// The part of 0 ... count - 1 that belongs to a worker: contiguous, sizes differ by at most one.
    struct Share {
        int from;
        int to;
    };
    Share share(int worker, int count) const
    {
        const auto at = [&](int w) { return static_cast<int>(std::int64_t{count} * w / m_size); };
        return {at(worker), at(worker + 1)};
    }

private:
    using Function = void (*)(void*, int);
    void runJob(Function function, void* context);
    void runOne(int worker);
    void serve(int worker);

    int m_size;
    Function m_function = nullptr;
    void* m_context = nullptr;
    std::vector<std::exception_ptr> m_errors;
    std::atomic<std::uint32_t> m_jobs{0};     ///< raised to start a job
    std::atomic<std::uint32_t> m_finished{0}; ///< helpers that are through with the current job
    std::atomic<int> m_arrived{0};            ///< at the current barrier
    std::atomic<std::uint32_t> m_barriers{0}; ///< barriers passed; raised also by a failure
    std::atomic<bool> m_failed{false};
    std::atomic<bool> m_ending{false};
    std::vector<std::thread> m_threads;
};

} // namespace lockstep
