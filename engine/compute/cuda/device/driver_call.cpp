// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/driver_call.h"

#include "engine/compute/cuda/device/device_wait.h"
#include "engine/core/process_end.h"
#include "engine/protocol/mutex.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <iostream>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace lockstep::cuda {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{250};
/// What DriverCall::Kind::Setup is given.
constexpr double kSetupFactor = 3;
/// And at least so long where the run has ended: a plan is compiled in that time.
constexpr DeviceSeconds kLastSetup = std::chrono::seconds(10);
/// For the last words, which want the disk and the network.
constexpr std::chrono::seconds kLastMoments{8};

bool isInside(std::uint64_t passed)
{
    return passed % 2 == 1;
}

} // namespace

/// What a thread has to say of its calls: it stores, and the watch looks.
struct ThreadCalls {
    std::atomic<std::uint64_t> passed{0}; ///< beginnings and ends of calls: odd within one
    std::atomic<const char*> name{nullptr};
    std::atomic<DriverCall::Kind> kind{DriverCall::Kind::Work};

    Mutex mutex;
    int device LOCKSTEP_GUARDED_BY(mutex) = 0;
    /// The last of them counts, as long as it is there: owners make others for a while.
    std::vector<std::weak_ptr<const DevicePatience>> owners LOCKSTEP_GUARDED_BY(mutex);

    void use(const SharedPatience& patience)
    {
        const MutexLock lock(mutex);
        device = patience->device;
        std::erase_if(owners, [&](const auto& each) { return each.expired() || each.lock() == patience; });
        owners.push_back(patience);
    }
    SharedPatience patience()
    {
        const MutexLock lock(mutex);
        for (auto owner = owners.rbegin(); owner != owners.rend(); ++owner)
            if (const SharedPatience known = owner->lock(); known && known->device == device)
                return known;
        return patienceWith(device);
    }
};

namespace {

/// Looks at the calls of all threads, on one of its own that lives as long as the process.
class CallWatch {
public:
    static CallWatch& ofProcess()
    {
        static const std::shared_ptr<CallWatch> watch = [] {
            auto made = std::make_shared<CallWatch>();
            // It keeps the watch beyond the end of main, where a runtime tidies up.
            std::thread([made] { made->run(); }).detach();
            return made;
        }();
        return *watch;
    }
    void add(const std::shared_ptr<ThreadCalls>& calls)
    {
        const MutexLock lock(m_mutex);
        m_threads.push_back({calls, 0, WaitedTime(WaitedTime::Clock::time_point())});
    }

private:
    struct Watched {
        std::weak_ptr<ThreadCalls> calls;
        std::uint64_t passed; ///< at the last look
        WaitedTime time;      ///< in that call
        WaitLimit limit{};    ///< of that
    };

    void run()
    {
        while (true) {
            std::this_thread::sleep_for(kBetweenLooks);
            const MutexLock lock(m_mutex);
            std::erase_if(m_threads, [](const Watched& each) { return each.calls.expired(); });
            for (Watched& each : m_threads)
                if (const std::shared_ptr<ThreadCalls> calls = each.calls.lock())
                    look(each, *calls);
        }
    }

    static void look(Watched& watched, ThreadCalls& calls)
    {
        const auto now = WaitedTime::Clock::now();
        const std::uint64_t passed = calls.passed.load(std::memory_order_acquire);
        if (!isInside(passed) || passed != watched.passed) {
            const bool isSetup = calls.kind.load(std::memory_order_relaxed) == DriverCall::Kind::Setup;
            watched = {std::move(watched.calls), passed, WaitedTime(now),
                       isSetup ? WaitLimit(kSetupFactor, kLastSetup) : WaitLimit()};
            return;
        }
        const DeviceSeconds waited = watched.time.at(now);
        const SharedPatience patience = calls.patience();
        if (watched.limit.isReached(*patience, waited))
            end(*patience, watched.limit.error(patience->device,
                                               {LOCKSTEP_TEXT("a call of its driver to come back (%1)"),
                                                {calls.name.load(std::memory_order_relaxed)}},
                                               waited));
    }

    [[noreturn]] static void end(const DevicePatience& patience, const EngineError& error)
    {
        endWithin(kLastMoments, error.code());
        ExitCode code = error.code();
        std::cerr << program_invocation_short_name << ": " << error.what() << std::endl;
        try {
            if (patience.lastWords)
                code = patience.lastWords(error);
        } catch (const std::exception& failure) {
            std::cerr << failure.what() << std::endl;
        }
        ::_exit(static_cast<int>(code));
    }

    Mutex m_mutex;
    std::vector<Watched> m_threads LOCKSTEP_GUARDED_BY(m_mutex);
};

/// Null: nothing was called yet, or the thread is ending, or it cannot be watched.
thread_local ThreadCalls* t_calls = nullptr;
thread_local bool t_isKnown = false;

struct OfThread {
    std::shared_ptr<ThreadCalls> calls;
    ~OfThread() { t_calls = nullptr; }
};

ThreadCalls* callsOfThread() noexcept
{
    if (!t_isKnown) {
        t_isKnown = true;
        try {
            static thread_local OfThread own;
            own.calls = std::make_shared<ThreadCalls>();
            CallWatch::ofProcess().add(own.calls);
            t_calls = own.calls.get();
        } catch (const std::exception&) {
            // The system has no memory or thread left for it: the call itself will say so, if it matters.
            t_calls = nullptr;
        }
    }
    return t_calls;
}

} // namespace

DriverCall::DriverCall(const char* name, Kind kind) noexcept : m_name(name), m_calls(callsOfThread())
{
    if (m_calls == nullptr)
        return;
    const std::uint64_t passed = m_calls->passed.load(std::memory_order_relaxed);
    if (isInside(passed)) {
        m_calls = nullptr;
        return;
    }
    m_calls->name.store(name, std::memory_order_relaxed);
    m_calls->kind.store(kind, std::memory_order_relaxed);
    m_calls->passed.store(passed + 1, std::memory_order_release);
}

DriverCall::~DriverCall()
{
    if (m_calls != nullptr)
        m_calls->passed.store(m_calls->passed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void watchThread(int device)
{
    if (ThreadCalls* const calls = callsOfThread()) {
        const MutexLock lock(calls->mutex);
        calls->device = device;
    }
}

void watchThread(const SharedPatience& patience)
{
    if (ThreadCalls* const calls = callsOfThread())
        calls->use(patience);
}

SharedPatience patienceOfThread()
{
    if (ThreadCalls* const calls = callsOfThread())
        return calls->patience();
    return std::make_shared<const DevicePatience>();
}

} // namespace lockstep::cuda
