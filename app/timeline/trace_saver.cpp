// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/trace_saver.h"

#include "engine/protocol/mutex.h"

#include <QThreadPool>
#include <atomic>
#include <optional>

namespace lockstep {

namespace {

constexpr int kReportMs = 100;

} // namespace

/// With the thread, which may finish after the saver is gone.
struct TraceSaver::Shared {
    std::atomic<qint64> done = 0;
    std::atomic<qint64> total = 0;
    std::atomic<bool> cancelled = false;
    Mutex mutex;
    std::optional<Result<qint64>> result LOCKSTEP_GUARDED_BY(mutex);
};

struct TraceSaver::State {
    QThreadPool pool;
    QTimer timer;
    std::shared_ptr<Shared> shared; ///< null: nothing is under way
};

TraceSaver::TraceSaver(QObject* parent) : QObject(parent), m_state(std::make_unique<State>())
{
    m_state->timer.setInterval(kReportMs);
    connect(&m_state->timer, &QTimer::timeout, this, &TraceSaver::check);
}

TraceSaver::~TraceSaver()
{
    cancel();
    m_state->pool.waitForDone();
}

bool TraceSaver::isBusy() const
{
    return m_state->shared != nullptr;
}

void TraceSaver::cancel()
{
    if (m_state->shared)
        m_state->shared->cancelled = true;
}

void TraceSaver::save(const RunFolder& folder, const QString& file)
{
    m_state->shared = std::make_shared<Shared>();
    m_state->pool.start([shared = m_state->shared, folder, file] {
        Result<qint64> result = writeTrace(folder, file, [&shared](qint64 done, qint64 total) {
            shared->done = done;
            shared->total = total;
            return !shared->cancelled;
        });
        const MutexLock lock(shared->mutex);
        shared->result = std::move(result);
    });
    m_state->timer.start();
}

void TraceSaver::check()
{
    emit progress(m_state->shared->done, m_state->shared->total);
    std::optional<Result<qint64>> result;
    {
        const MutexLock lock(m_state->shared->mutex);
        result = m_state->shared->result;
    }
    if (!result)
        return;
    m_state->timer.stop();
    m_state->shared.reset();
    emit finished(*result);
}

} // namespace lockstep
