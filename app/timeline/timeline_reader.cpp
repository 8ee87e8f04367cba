// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_reader.h"

#include "app/timeline/timeline_scanner.h"
#include "engine/protocol/mutex.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/run_files.h"

#include <QFile>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <utility>

namespace lockstep {

namespace {

constexpr int kPollMs = 250;
constexpr qint64 kChunkBytes = 1 << 20;
/// Of the ends of all journals together, and of one.
constexpr qint64 kMaxBytes = qint64{1} << 30;
constexpr qint64 kMaxJournalBytes = qint64{1} << 26;

/// One journal as the thread follows it.
struct FollowedJournal {
    QString path;
    qint64 offset = -1; ///< of the next byte; -1: not opened yet
    TimelineScanner scanner{};
};

/// Shared with the thread, which may finish after the reader is gone.
struct Following {
    std::vector<FollowedJournal> journals; ///< the thread's while `busy`
    std::atomic<bool> cancelled = false;
    std::atomic<bool> busy = false;
    Mutex mutex;
    TimelineStore found LOCKSTEP_GUARDED_BY(mutex); ///< since the last poll
};

void readOn(Following& following, std::size_t lane)
{
    FollowedJournal& journal = following.journals[lane];
    QFile file(journal.path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return; // no mirror of it yet; what cannot be read is told by who loads the run
    if (journal.offset < 0) {
        const qint64 ranks = static_cast<qint64>(following.journals.size());
        journal.offset = std::max<qint64>(0, file.size() - std::min(kMaxJournalBytes, kMaxBytes / ranks));
        journal.scanner = TimelineScanner(journal.offset == 0 ? TimelineScanner::Start::LineBegin
                                                              : TimelineScanner::Start::Anywhere);
    }
    if (file.size() <= journal.offset || !file.seek(journal.offset))
        return;
    std::vector<char> buffer(static_cast<std::size_t>(kChunkBytes));
    for (qint64 count = 0; !following.cancelled && (count = file.read(buffer.data(), kChunkBytes)) > 0;
         journal.offset += count) {
        const MutexLock lock(following.mutex);
        journal.scanner.feed({buffer.data(), static_cast<std::size_t>(count)},
                             [&](ToldStep&& told) LOCKSTEP_REQUIRES(following.mutex) {
                                 following.found.append(lane, std::move(told));
                             });
    }
}

} // namespace

struct TimelineReader::State {
    QThreadPool pool;
    QTimer timer;
    QString path;
    int attempt = 0;
    bool isActive = false;
    TimelineStore store;
    std::shared_ptr<Following> following = std::make_shared<Following>();
};

TimelineReader::TimelineReader(QObject* parent) : QObject(parent), m_state(std::make_unique<State>())
{
    m_state->pool.setMaxThreadCount(1);
    m_state->timer.setInterval(kPollMs);
    connect(&m_state->timer, &QTimer::timeout, this, &TimelineReader::poll);
}

TimelineReader::~TimelineReader()
{
    // The thread looks at the flag after every chunk, so this ends within milliseconds.
    m_state->following->cancelled = true;
    m_state->pool.clear();
    m_state->pool.waitForDone();
}

void TimelineReader::setFolder(const RunFolder& folder)
{
    State& state = *m_state;
    if (state.path == folder.path() && state.attempt == folder.info().attempt)
        return;
    state.path = folder.path();
    state.attempt = folder.info().attempt;
    state.following->cancelled = true;
    state.following = std::make_shared<Following>();
    std::vector<RankTimeline> ranks;
    const Topology& topology = folder.experiment().topology;
    for (const Placement& placement : placeRanks(folder.experiment())) {
        ranks.push_back({placement.rank, static_cast<int>(placement.host),
                         QString::fromStdString(topology.hosts[placement.host].name)});
        state.following->journals.push_back({folder.journalPath(placement.rank)});
    }
    state.store = TimelineStore(ranks);
    {
        const MutexLock lock(state.following->mutex);
        state.following->found = TimelineStore(std::move(ranks));
    }
    emit extended();
    if (state.isActive)
        poll();
}

void TimelineReader::setActive(bool active)
{
    State& state = *m_state;
    if (std::exchange(state.isActive, active) == active)
        return;
    if (!active)
        return state.timer.stop();
    state.timer.start();
    poll();
}

const TimelineStore& TimelineReader::store() const
{
    return m_state->store;
}

/// Takes what has been found, and asks for more.
void TimelineReader::poll()
{
    State& state = *m_state;
    bool isMore = false;
    {
        const MutexLock lock(state.following->mutex);
        isMore = !state.following->found.empty();
        state.store.append(state.following->found);
    }
    if (isMore)
        emit extended();
    if (state.following->busy.exchange(true))
        return;
    state.pool.start([following = state.following] {
        for (std::size_t lane = 0; lane < following->journals.size() && !following->cancelled; ++lane)
            readOn(*following, lane);
        following->busy = false;
    });
}

} // namespace lockstep
