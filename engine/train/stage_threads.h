// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
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

    int size() const { return static_cast<int>(m_stages); }

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
    void start(const std::function<void(int)>& job) LOCKSTEP_EXCLUDES(m_mutex);
    void serve(int stage) LOCKSTEP_EXCLUDES(m_mutex);
    void runOne(int stage, const std::function<void(int)>& job) LOCKSTEP_EXCLUDES(m_mutex);
    bool nextTold(std::size_t& value) LOCKSTEP_EXCLUDES(m_mutex);
    std::exception_ptr takeError() LOCKSTEP_EXCLUDES(m_mutex);

    const std::size_t m_stages;
    Mutex m_mutex;
    ConditionVariable m_changed; ///< anything of what follows
    const std::function<void(int)>* m_job LOCKSTEP_GUARDED_BY(m_mutex) = nullptr;
    std::uint64_t m_jobs LOCKSTEP_GUARDED_BY(m_mutex) = 0; ///< raised to start one
    int m_running LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    bool m_ending LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::vector<int> m_done LOCKSTEP_GUARDED_BY(m_mutex); ///< pieces by stage, of the job
    std::deque<std::size_t> m_told LOCKSTEP_GUARDED_BY(m_mutex);
    std::exception_ptr m_error LOCKSTEP_GUARDED_BY(m_mutex);
    std::vector<std::thread> m_threads;
};

} // namespace lockstep
