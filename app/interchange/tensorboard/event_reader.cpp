// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/tensorboard/event_reader.h"

#include "engine/protocol/mutex.h"

#include <QThread>
#include <QTimer>
#include <chrono>
#include <utility>

namespace lockstep::tensorboard {

namespace {

constexpr int kReportMs = 50;
constexpr std::chrono::milliseconds kLookAgain(1000);
/// Making curves of many numbers takes its time, too: at most a tenth of it all.
constexpr int kRest = 10;

} // namespace

Result<ForeignCurves> readEvents(const QString& path, TransferProgress& progress)
{
    EventFolder folder(path);
    folder.update(progress);
    if (progress.cancelled)
        return Error{LOCKSTEP_TEXT("Reading %1 was cancelled."), {path.toStdString()}, {}};
    if (const std::optional<Error> error = folder.nothingFound())
        return *error;
    return folder.curves();
}

struct EventFollower::State {
    explicit State(QString folder) : path(std::move(folder)) {}

    /// The worker's.
    void follow();
    void readOnce(EventFolder& folder);

    QString path;
    TransferProgress progress;
    QTimer timer;
    std::unique_ptr<QThread> thread;
    Mutex mutex;
    ConditionVariable ended;
    bool isEnding LOCKSTEP_GUARDED_BY(mutex) = false;
    std::optional<ForeignCurves> curves LOCKSTEP_GUARDED_BY(mutex); ///< that were not taken yet
    std::optional<Error> failure LOCKSTEP_GUARDED_BY(mutex);        ///< that was not told yet
};

void EventFollower::State::readOnce(EventFolder& folder)
{
    if (!folder.update(progress) || progress.cancelled)
        return;
    std::optional<Error> nothing = folder.nothingFound();
    std::optional<ForeignCurves> read;
    if (!nothing)
        read = folder.curves();
    const MutexLock lock(mutex);
    failure = std::move(nothing);
    curves = std::move(read);
}

void EventFollower::State::follow()
{
    EventFolder folder(path);
    for (bool isFirst = true;; isFirst = false) {
        const auto begin = std::chrono::steady_clock::now();
        readOnce(folder);
        const auto took = std::chrono::steady_clock::now() - begin;
        const MutexLock lock(mutex);
        if (isFirst && !curves && !failure)
            failure = folder.nothingFound(); // not one file
        const auto rest = std::max<std::chrono::steady_clock::duration>(kLookAgain, took * kRest);
        if (ended.waitFor(mutex, rest, [this]() LOCKSTEP_REQUIRES(mutex) { return isEnding; }))
            return;
    }
}

EventFollower::EventFollower(QString path, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(std::move(path)))
{
    m_state->timer.setInterval(kReportMs);
    connect(&m_state->timer, &QTimer::timeout, this, &EventFollower::check);
}

EventFollower::~EventFollower()
{
    if (!m_state->thread)
        return;
    m_state->progress.cancelled = true;
    {
        const MutexLock lock(m_state->mutex);
        m_state->isEnding = true;
    }
    m_state->ended.notifyAll();
    m_state->thread->wait();
}

void EventFollower::start()
{
    State& state = *m_state;
    state.thread.reset(QThread::create([&state] { state.follow(); }));
    state.thread->start();
    state.timer.start();
}

void EventFollower::check()
{
    State& state = *m_state;
    std::optional<Error> failure;
    bool hasCurves = false;
    {
        const MutexLock lock(state.mutex);
        failure = std::exchange(state.failure, std::nullopt);
        hasCurves = state.curves.has_value();
    }
    const qint64 total = state.progress.totalBytes;
    if (total > 0)
        emit progressed(static_cast<double>(state.progress.doneBytes) / static_cast<double>(total));
    if (failure)
        emit nothingFound(*failure);
    if (hasCurves)
        emit extended();
}

ForeignCurves EventFollower::take()
{
    const MutexLock lock(m_state->mutex);
    return *std::exchange(m_state->curves, std::nullopt);
}

} // namespace lockstep::tensorboard
