// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

/// std::mutex and std::condition_variable, written so that clang can prove who may touch what: a member says
/// which mutex guards it, a function says which mutex its caller holds, and `clang -Wthread-safety` (preset
/// thread-safety, and a test) refuses code that does neither. Other compilers see nothing of it.
///
///     Mutex m_mutex;
///     int m_count LOCKSTEP_GUARDED_BY(m_mutex) = 0;
///     void countOne() LOCKSTEP_REQUIRES(m_mutex);
#if defined(__clang__)
#define LOCKSTEP_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define LOCKSTEP_THREAD_ATTRIBUTE(x)
#endif

/// A member that may be touched only while the mutex is held; of a pointer: what it points to.
#define LOCKSTEP_GUARDED_BY(mutex) LOCKSTEP_THREAD_ATTRIBUTE(guarded_by(mutex))
#define LOCKSTEP_POINTEE_GUARDED_BY(mutex) LOCKSTEP_THREAD_ATTRIBUTE(pt_guarded_by(mutex))
/// The caller holds the mutex, before and after. (Between, the function may release it for a while.)
#define LOCKSTEP_REQUIRES(...) LOCKSTEP_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
/// The caller does not hold the mutex: the function takes it.
#define LOCKSTEP_EXCLUDES(...) LOCKSTEP_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
/// The function returns with the mutex taken, or given back.
#define LOCKSTEP_ACQUIRES(...) LOCKSTEP_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define LOCKSTEP_RELEASES(...) LOCKSTEP_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
/// The returned reference is the mutex that the argument names.
#define LOCKSTEP_RETURNS_MUTEX(mutex) LOCKSTEP_THREAD_ATTRIBUTE(lock_returned(mutex))
/// Not checked; the reason stands beside it.
#define LOCKSTEP_UNCHECKED_LOCKING LOCKSTEP_THREAD_ATTRIBUTE(no_thread_safety_analysis)

namespace lockstep {

class LOCKSTEP_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
public:
    Mutex() = default;
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    void lock() LOCKSTEP_ACQUIRES() { m_native.lock(); }
    void unlock() LOCKSTEP_RELEASES() { m_native.unlock(); }

private:
    friend class ConditionVariable;
    std::mutex m_native;
};

/// Holds the mutex for as long as it lives.
class LOCKSTEP_THREAD_ATTRIBUTE(scoped_lockable) MutexLock {
public:
    explicit MutexLock(Mutex& mutex) LOCKSTEP_ACQUIRES(mutex) : m_mutex(mutex) { m_mutex.lock(); }
    ~MutexLock() LOCKSTEP_RELEASES() { m_mutex.unlock(); }
    MutexLock(const MutexLock&) = delete;
    MutexLock& operator=(const MutexLock&) = delete;

private:
    Mutex& m_mutex;
};

/// Gives a held mutex back for as long as it lives, and takes it again: around a call that may block.
class LOCKSTEP_THREAD_ATTRIBUTE(scoped_lockable) MutexUnlock {
public:
    explicit MutexUnlock(Mutex& mutex) LOCKSTEP_RELEASES(mutex) : m_mutex(mutex) { m_mutex.unlock(); }
    ~MutexUnlock() LOCKSTEP_RELEASES() { m_mutex.lock(); }
    MutexUnlock(const MutexUnlock&) = delete;
    MutexUnlock& operator=(const MutexUnlock&) = delete;

private:
    Mutex& m_mutex;
};

/// The wait functions give the mutex back while they wait. A predicate that reads what the mutex guards says
/// so:
/// `[this]() LOCKSTEP_REQUIRES(m_mutex) { return m_count > 0; }`.
class ConditionVariable {
public:
    void notifyOne() { m_native.notify_one(); }
    void notifyAll() { m_native.notify_all(); }

    void wait(Mutex& mutex) LOCKSTEP_REQUIRES(mutex)
    {
        Borrowed lock(mutex);
        m_native.wait(lock.native);
    }
    template <typename Predicate>
    void wait(Mutex& mutex, Predicate predicate) LOCKSTEP_REQUIRES(mutex)
    {
        Borrowed lock(mutex);
        m_native.wait(lock.native, predicate);
    }
    /// False: the time came first.
    template <typename Time>
    bool waitUntil(Mutex& mutex, Time until) LOCKSTEP_REQUIRES(mutex)
    {
        Borrowed lock(mutex);
        return m_native.wait_until(lock.native, until) == std::cv_status::no_timeout;
    }
    /// What the predicate says in the end.
    template <typename Time, typename Predicate>
    bool waitUntil(Mutex& mutex, Time until, Predicate predicate) LOCKSTEP_REQUIRES(mutex)
    {
        Borrowed lock(mutex);
        return m_native.wait_until(lock.native, until, predicate);
    }
    template <typename Period, typename Predicate>
    bool waitFor(Mutex& mutex, Period period, Predicate predicate) LOCKSTEP_REQUIRES(mutex)
    {
        return waitUntil(mutex, std::chrono::steady_clock::now() + period, predicate);
    }

private:
    // The caller's lock as the standard library wants it, for the length of one wait.
    struct Borrowed {
        explicit Borrowed(Mutex& mutex) : native(mutex.m_native, std::adopt_lock) {}
        ~Borrowed() { native.release(); }
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;
        std::unique_lock<std::mutex> native;
    };

    std::condition_variable m_native;
};

} // namespace lockstep
