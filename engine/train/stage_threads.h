// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep {

/// A thread for each stage of a pipeline. They run one job together, in which a stage waits until a
/// neighbour has done so many of its pieces. Used by one thread, which rests while they work.
class StageThreads {
public:
    explicit StageThreads(int stages);
    ~StageThreads();
    StageThreads(const StageThreads&) = delete;
    StageThreads& operator=(const StageThreads&) = delete;

    int size() const { return static_cast<int>(m_done.size()); }

    /// Calls job(stage) on every stage's thread and returns when all have finished; `heard` is called here,
    /// in order, with what they tell() meanwhile. When some throw, the exception of the first that threw by
    /// itself is thrown again, else what `heard` threw, after which it is called no more.
    void run(const std::function<void(int stage)>& job, const std::function<void(std::size_t)>& heard = {});

    /// Within a job: returns when that stage has done so many pieces. Throws (to end the job) when another
    /// stage's job has thrown.
    void waitFor(int stage, int pieces);
    /// Within a job: that stage has done one more.
    void done(int stage);
    /// Within a job.
    void tell(std::size_t value);

private:
    void serve(int stage);
    void runOne(int stage, const std::function<void(int)>& job);
    void hear(std::unique_lock<std::mutex>& lock, const std::function<void(std::size_t)>& heard);

    std::mutex m_mutex;
    std::condition_variable m_changed; ///< anything of what follows
    const std::function<void(int)>* m_job = nullptr;
    std::uint64_t m_jobs = 0; ///< raised to start one
    int m_running = 0;
    bool m_ending = false;
    std::vector<int> m_done; ///< pieces by stage, of the job
    std::deque<std::size_t> m_told;
    std::exception_ptr m_error;
    std::vector<std::thread> m_threads;
};

} // namespace lockstep
