// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/sweep/sweep_runner.h"

#include "app/catalogue/index/run_labels.h"
#include "app/catalogue/sweep/sweep_file.h"

#include <QDir>
#include <algorithm>

namespace lockstep {

namespace {

RunPhase phaseIn(const QString& runFolder)
{
    const RunInfo info = RunFolder::infoOf(runFolder);
    return shownPhase(info.phase, info.exitCode);
}

} // namespace

SweepRunner::SweepRunner(RemoteOptions options, Sweep sweep, QObject* parent)
    : QObject(parent), m_options(std::move(options)), m_sweep(std::move(sweep)),
      m_lock(sweepLockFile(m_options.runsFolder, m_sweep.id))
{
}

SweepRunner::~SweepRunner() = default;

Result<void> SweepRunner::start()
{
    auto points = sweepPoints(m_sweep);
    if (!points)
        return points.error();
    m_points = std::move(points.value());
    m_sweep.runs.resize(m_points.size());
    if (const auto written = writeSweep(m_options.runsFolder, m_sweep); !written)
        return written;
    m_lock.setStaleLockTime(0); // a sweep may take days; who holds the lock tells whether he is alive
    if (!m_lock.tryLock())
        return Error{LOCKSTEP_TEXT("%1 is being carried out already."), {m_sweep.id.toStdString()}, {}};
    QMetaObject::invokeMethod(this, &SweepRunner::fill, Qt::QueuedConnection);
    return {};
}

void SweepRunner::stop()
{
    m_isStopping = true;
    for (auto& [point, running] : m_running)
        running.controller->stop();
    if (m_running.empty())
        QMetaObject::invokeMethod(this, &SweepRunner::ended, Qt::QueuedConnection);
}

QString SweepRunner::folderOf(int point) const
{
    const QString& run = m_sweep.runs[point];
    return run.isEmpty() ? QString() : QDir(m_options.runsFolder).absoluteFilePath(run);
}

std::optional<RunPhase> SweepRunner::keptPhase(int point) const
{
    const QString folder = folderOf(point);
    if (folder.isEmpty() || !QDir(folder).exists())
        return std::nullopt;
    const RunPhase phase = phaseIn(folder);
    const bool isKept = phase == RunPhase::Finished || phase == RunPhase::Failed;
    return isKept ? std::optional(phase) : std::nullopt;
}

/// The first part of the hosts that no run uses; a run that was begun before keeps its own. -1: there is
/// none.
int SweepRunner::freeGroup(int point) const
{
    const auto isFree = [&](int group) {
        return std::ranges::none_of(m_running, [&](const auto& one) { return one.second.group == group; });
    };
    const Result<RunFolder> begun = RunFolder::open(folderOf(point));
    for (int group = 0; group < m_sweep.atOnce; ++group) {
        if (!isFree(group))
            continue;
        const bool isItsOwn =
            !begun || onHostsOfGroup(m_points[point].experiment, group, m_sweep.atOnce).topology ==
                          begun->experiment().topology;
        if (isItsOwn)
            return group;
    }
    return -1;
}

void SweepRunner::fill()
{
    while (!m_isStopping && m_next < m_points.size()) {
        if (keptPhase(m_next)) {
            ++m_next;
            continue;
        }
        const int group = freeGroup(m_next);
        if (group < 0)
            break;
        begin(m_next++, group);
    }
    if (m_running.empty())
        emit ended();
}

void SweepRunner::begin(int point, int group)
{
    auto owned = std::make_unique<RunController>(m_options);
    RunController& controller = *owned;
    // Queued: it may be at an end before its start has returned.
    connect(
        &controller, &RunController::finished, this, [this, point](const RunInfo& info) { end(point, info); },
        Qt::QueuedConnection);
    emit controllerMade(point, controller);
    m_running[point] = {group, std::move(owned)};
    if (const Result<void> begun = beginRun(point, group, controller); !begun) {
        m_running.extract(point).mapped().controller.release()->deleteLater();
        emit pointRefused(point, begun.error());
        return;
    }
    emit pointBegan(point, controller.folder().path());
}

Result<void> SweepRunner::beginRun(int point, int group, RunController& controller)
{
    if (const Result<RunFolder> folder = RunFolder::open(folderOf(point))) {
        const RunPhase phase = phaseIn(folder->path());
        if (!hasEnded(phase)) // as far as is known here; its hosts tell the rest
            return controller.attach(folder->path());
        if (phase == RunPhase::Stopped)
            return controller.resume(folder->path());
    }
    if (const auto begun =
            controller.start(onHostsOfGroup(m_points[point].experiment, group, m_sweep.atOnce));
        !begun)
        return begun;
    m_sweep.runs[point] = controller.folder().info().id;
    // The run has begun: what cannot be written down costs its tag, not the run.
    (void)writeLabels(controller.folder().path(), {{m_sweep.id}, {}, m_sweep.id});
    (void)writeSweep(m_options.runsFolder, m_sweep);
    return {};
}

void SweepRunner::end(int point, const RunInfo& info)
{
    auto running = m_running.extract(point);
    if (running.empty())
        return;
    running.mapped().controller.release()->deleteLater();
    emit pointEnded(point, info);
    fill();
}

} // namespace lockstep
