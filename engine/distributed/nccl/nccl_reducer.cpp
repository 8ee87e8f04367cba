// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/nccl_reducer.h"

#include "engine/core/error.h"
#include "engine/distributed/nccl/nccl_environment.h"

#include <utility>

namespace lockstep::cuda {
namespace {

using namespace std::chrono_literals;

/// Whether a sum is done, and whether the group still stands.
constexpr auto kReducerPoll = 50us;
constexpr auto kLook = 2ms;
/// NCCL often meets a dead peer before the group does, which can name it.
constexpr auto kGroupsTurn = 2s;
/// How long ranks that have finished wait for one another.
constexpr auto kFarewell = 5s;
/// NCCL does not tell of bytes. A bucket may need this long on the slowest link that one would train over.
constexpr double kSlowestBytesPerSecond = 1e6;

std::string secondsText(std::chrono::duration<double> time)
{
    return std::to_string(std::chrono::round<std::chrono::seconds>(time).count());
}

} // namespace

NcclReducer::NcclReducer(ProcessGroup& group, std::unique_ptr<Communicator> communicator,
                         const DeviceReplica& replica, std::chrono::duration<double> timeout)
    : m_group(group), m_communicator(std::move(communicator)), m_computing(replica.queue),
      m_buckets(replica.buckets.begin(), replica.buckets.end()), m_timeout(timeout), m_progress(m_buckets)
{
    for (std::size_t i = 0; i < m_buckets.size(); ++i) {
        m_final.push_back(std::make_unique<Event>());
        m_summed.push_back(std::make_unique<Event>());
        m_times.push_back({{}, {}, m_buckets[i].elements * sizeof(float)});
    }
    m_thread = std::thread([this] { run(); });
}

NcclReducer::~NcclReducer()
{
    bool isUnderWay = false;
    {
        const MutexLock lock(m_mutex);
        isUnderWay = !m_progress.isWhole() || m_done < m_complete;
        m_stopping = true;
    }
    m_changed.notifyAll();
    if (isUnderWay) { // the others must not wait for this rank
        m_group.abort("its training step ended early");
        m_communicator->abort();
    }
    m_thread.join();
    try {
        const Clock::time_point end = Clock::now() + kFarewell;
        m_communicator->close([&] {
            m_group.throwIfEnded();
            LOCKSTEP_CHECK(Clock::now() < end);
        });
    } catch (const EngineError&) {
        // All sums are there. What cannot be closed in order is aborted.
        m_communicator->abort();
    }
}

/// What fails ends NCCL's work here, at once.
template <typename Step>
void NcclReducer::perform(Step&& step)
{
    try {
        rethrow();
        step();
    } catch (const EngineError& error) {
        giveUp();
        askGroup(error);
        throw;
    }
}

void NcclReducer::begin()
{
    perform([this] { m_group.throwIfEnded(); });
    m_progress.begin();
    const MutexLock lock(m_mutex);
    m_complete = m_given = m_done = 0;
}

void NcclReducer::add(std::size_t parameter)
{
    const std::size_t before = m_progress.complete();
    m_progress.add(parameter);
    perform([&] {
        for (std::size_t i = before; i < m_progress.complete(); ++i)
            m_computing.record(*m_final[i]);
    });
    if (m_progress.complete() == before)
        return;
    const MutexLock lock(m_mutex);
    m_complete = m_progress.complete();
    m_changed.notifyAll();
}

void NcclReducer::finish(std::span<double> scalars)
{
    LOCKSTEP_CHECK(m_progress.isWhole());
    perform([&] {
        // A device that is stuck keeps its rank from voting, and so that rank is the one that is named.
        if (!m_final.empty())
            m_final.back()->wait(Awaited::Gradients, [this] { m_group.throwIfEnded(); });
        m_group.allReduceSum(scalars);
        waitForSums();
    });
}

void NcclReducer::waitForSums()
{
    Clock::time_point since = Clock::now();
    std::size_t done = 0;
    while (true) {
        {
            const MutexLock lock(m_mutex);
            m_changed.waitFor(m_mutex, kLook, [&]() LOCKSTEP_REQUIRES(m_mutex) {
                return m_done == m_buckets.size() || m_error;
            });
            if (m_done != done)
                since = Clock::now();
            done = m_done;
        }
        rethrow();
        if (done == m_buckets.size())
            return;
        m_group.throwIfEnded();
        m_communicator->throwIfFailed();
        throwIfLate(done, since);
    }
}

void NcclReducer::throwIfLate(std::size_t bucket, Clock::time_point since) const
{
    const std::size_t bytes = m_buckets[bucket].elements * sizeof(float);
    const auto limit =
        m_timeout + std::chrono::duration<double>(static_cast<double>(bytes) / kSlowestBytesPerSecond);
    if (Clock::now() - since < limit)
        return;
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT(
             "The all-reduce of gradient bucket %1 of %2 (%3 bytes) by NCCL made no progress for %4 s, "
             "though every rank had given its part. Look at the network between the hosts: NCCL uses "
             "ports of its own there (its interface on this host: %5)."),
         {std::to_string(bucket + 1), std::to_string(m_buckets.size()), std::to_string(bytes),
          secondsText(limit), ncclInterface()},
         {}});
}

void NcclReducer::rethrow()
{
    const MutexLock lock(m_mutex);
    if (m_error)
        std::rethrow_exception(m_error);
}

void NcclReducer::giveUp()
{
    {
        const MutexLock lock(m_mutex);
        m_stopping = true;
        if (!m_error) // for later calls
            m_error = std::current_exception();
    }
    m_changed.notifyAll();
    m_communicator->abort();
}

/// The group's word counts more than NCCL's: it names ranks.
void NcclReducer::askGroup(const EngineError& error)
{
    if (error.code() != ExitCode::PeerLost || error.culprit() >= 0)
        return;
    for (const Clock::time_point end = Clock::now() + kGroupsTurn; Clock::now() < end;) {
        m_group.throwIfEnded();
        std::this_thread::sleep_for(kLook);
    }
}

void NcclReducer::run()
{
    try {
        serve();
    } catch (...) {
        const MutexLock lock(m_mutex);
        m_error = std::current_exception();
        m_changed.notifyAll();
    }
}

void NcclReducer::serve()
{
    Queue queue(m_computing.patience());
    const MutexLock lock(m_mutex);
    while (true) {
        m_changed.wait(m_mutex, [this]() LOCKSTEP_REQUIRES(m_mutex) {
            return m_stopping || m_given < m_complete || m_done < m_given;
        });
        if (m_stopping)
            return;
        if (m_given < m_complete) {
            const std::size_t next = m_given;
            {
                const MutexUnlock unlock(m_mutex);
                give(queue, next);
            }
            ++m_given;
            continue;
        }
        const std::size_t next = m_done;
        bool isDone = false;
        {
            const MutexUnlock unlock(m_mutex);
            isDone = isSummed(next);
        }
        if (isDone) {
            ++m_done;
            m_changed.notifyAll();
        } else {
            m_changed.waitFor(m_mutex, kReducerPoll, [this]() LOCKSTEP_REQUIRES(m_mutex) {
                return m_stopping || m_given < m_complete;
            });
        }
    }
}

/// Notes on the way when the sum began, and when it ended.
bool NcclReducer::isSummed(std::size_t bucket)
{
    BucketTimes& times = m_times[bucket];
    const bool isDone = m_summed[bucket]->reached();
    const Clock::time_point now = Clock::now();
    if (times.begin == Clock::time_point() && (isDone || m_final[bucket]->reached()))
        times.begin = now;
    if (isDone)
        times.end = now;
    return isDone;
}

void NcclReducer::give(Queue& queue, std::size_t bucket)
{
    const auto patience = [this] {
        const MutexLock lock(m_mutex);
        LOCKSTEP_CHECK(!m_stopping);
    };
    m_times[bucket].begin = {};
    queue.follow(*m_final[bucket]);
    m_communicator->allReduceSum(m_buckets[bucket].values, m_buckets[bucket].elements, queue.stream(),
                                 patience);
    queue.record(*m_summed[bucket]);
}

} // namespace lockstep::cuda
