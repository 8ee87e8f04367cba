// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/share/transfer.h"

#include "app/interchange/archive/run_archive.h"

#include <QThread>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kReportMs = 50;

} // namespace

struct Transfer::Worker {
    TransferProgress progress;
    std::optional<Result<QString>> result; ///< the thread's until it has finished
    std::unique_ptr<QThread> thread;
};

Transfer::Transfer()
{
    m_timer.setInterval(kReportMs);
    m_timer.callOnTimeout(this, [this] { check(); });
}

Transfer::~Transfer()
{
    if (!m_worker)
        return;
    m_worker->progress.cancelled = true;
    m_worker->thread->wait();
}

void Transfer::work(Work work, double from)
{
    m_from = from;
    m_worker = std::make_unique<Worker>();
    Worker& worker = *m_worker;
    worker.thread.reset(
        QThread::create([&worker, job = std::move(work)] { worker.result.emplace(job(worker.progress)); }));
    worker.thread->start();
    m_timer.start();
}

void Transfer::check()
{
    Worker& worker = *m_worker;
    const auto done = static_cast<double>(worker.progress.doneBytes.load());
    const auto total = static_cast<double>(worker.progress.totalBytes.load());
    if (total > 0)
        emit progressed(m_from + (1 - m_from) * std::min(1.0, done / total));
    if (!worker.thread->isFinished())
        return;
    m_timer.stop();
    worker.thread->wait();
    const Result<QString> result = std::move(*worker.result);
    m_worker.reset();
    if (result)
        emit succeeded(*result);
    else
        emit failed(result.error());
}

RunImport::RunImport(QString file, QString runs) : m_file(std::move(file)), m_runs(std::move(runs)) {}

void RunImport::start()
{
    work([file = m_file, runs = m_runs](TransferProgress& progress) {
        return unpackRun(file, runs, progress);
    });
}

} // namespace lockstep
