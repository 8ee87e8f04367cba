// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_copying.h"

#include "engine/host/copy_party.h"
#include "engine/host/thrown.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <iterator>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr auto kLongestSleep = std::chrono::seconds(60);

template <typename T>
void append(std::vector<T>& to, std::vector<T> from)
{
    std::ranges::move(from, std::back_inserter(to));
}

} // namespace

CheckpointCopying::CheckpointCopying(const HostFolder& folder, CopyPlan plan)
    : m_folder(folder), m_plan(std::move(plan))
{
    std::tie(m_woken, m_waking) = makePipe();
    // Signals are the main thread's: a child is told of on whichever thread leaves them open.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    m_thread = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

CheckpointCopying::~CheckpointCopying()
{
    {
        const MutexLock lock(m_mutex);
        m_cancelled = true;
    }
    m_changed.notifyAll();
    m_thread.join();
}

void CheckpointCopying::addTo(PollTurn& turn)
{
    turn.add(m_woken.get(), POLLIN, [this] {
        char bytes[64];
        while (::read(m_woken.get(), bytes, sizeof bytes) > 0) {
        }
    });
}

void CheckpointCopying::receive(int host, std::string parcel)
{
    {
        const MutexLock lock(m_mutex);
        m_received.emplace_back(host, std::move(parcel));
    }
    m_changed.notifyAll();
}

std::vector<CheckpointCopying::Parcel> CheckpointCopying::takeParcels()
{
    const MutexLock lock(m_mutex);
    return std::exchange(m_parcels, {});
}

std::vector<Sentence> CheckpointCopying::takeWarnings()
{
    const MutexLock lock(m_mutex);
    return std::exchange(m_warnings, {});
}

std::vector<std::string> CheckpointCopying::takeNotes()
{
    const MutexLock lock(m_mutex);
    return std::exchange(m_notes, {});
}

bool CheckpointCopying::mayBegin() const
{
    const MutexLock lock(m_mutex);
    return m_mayBegin;
}

bool CheckpointCopying::isSettled() const
{
    const MutexLock lock(m_mutex);
    return m_isSettled;
}

void CheckpointCopying::hurry()
{
    {
        const MutexLock lock(m_mutex);
        m_hurries = true;
    }
    m_changed.notifyAll();
}

void CheckpointCopying::run()
{
    Sentence failure;
    try {
        CopyParty party(m_folder, m_plan, m_cancelled);
        work(party);
        return;
    } catch (const std::exception& error) {
        failure = sentenceOf(error);
    }
    const MutexLock lock(m_mutex);
    m_warnings.emplace_back(LOCKSTEP_TEXT("The copying of checkpoints has ended: %1"),
                            std::vector<Sentence>{failure});
    m_mayBegin = m_isSettled = true;
    wake();
}

void CheckpointCopying::work(CopyParty& party)
{
    bool hasHurried = false;
    while (!m_cancelled) {
        std::vector<std::pair<int, std::string>> received;
        bool hurries = false;
        {
            const MutexLock lock(m_mutex);
            received = std::exchange(m_received, {});
            hurries = m_hurries && !std::exchange(hasHurried, m_hurries);
        }
        for (const auto& [host, parcel] : received) {
            const auto message = parseCopyMessage(parcel);
            if (message)
                party.receive(host, *message);
            else
                party.outbox().warnings.push_back(message.error());
        }
        if (hurries)
            party.hurry();
        party.tick(Clock::now());
        deliver(party);
        const auto until = std::min(party.nextDeadline(), Clock::now() + kLongestSleep);
        const MutexLock lock(m_mutex);
        m_changed.waitUntil(m_mutex, until, [&]() LOCKSTEP_REQUIRES(m_mutex) {
            return !m_received.empty() || m_hurries != hasHurried || m_cancelled;
        });
    }
}

void CheckpointCopying::deliver(CopyParty& party)
{
    CopyOutbox outbox = std::exchange(party.outbox(), {});
    const MutexLock lock(m_mutex);
    const bool mayBegin = party.mayBegin(), isSettled = party.isSettled();
    const bool isNews = !outbox.messages.empty() || !outbox.warnings.empty() || !outbox.notes.empty() ||
                        mayBegin != m_mayBegin || isSettled != m_isSettled;
    for (const auto& [host, message] : outbox.messages)
        m_parcels.push_back({host, encode(message)});
    append(m_warnings, std::move(outbox.warnings));
    append(m_notes, std::move(outbox.notes));
    m_mayBegin = mayBegin;
    m_isSettled = isSettled;
    if (isNews)
        wake();
}

/// A pipe that is full has woken the loop already.
void CheckpointCopying::wake()
{
    [[maybe_unused]] const ssize_t written = ::write(m_waking.get(), "", 1);
}

} // namespace lockstep
