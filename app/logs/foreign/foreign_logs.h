// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_walk.h"
#include "app/metrics/foreign_curves.h"

#include <QObject>
#include <QStringList>
#include <atomic>
#include <memory>

namespace lockstep {

/// The logs that belong together, each of a rank: those given, or where one of them is "worklog.N" or
/// "rank-N.log", all such of its folder. In the order of their ranks.
QVector<LogSource> foreignSources(const QStringList& files);

/// The curves in the logs of other programs (see foreign_line.h); on the calling thread, in little memory
/// beside the curves. `done` counts the bytes; ends early when `cancelled`.
ForeignCurves readForeignLogs(const QVector<LogSource>& logs, std::atomic<qint64>& done,
                              const std::atomic<bool>& cancelled);

/// The same on a worker; destroying it cancels. GUI thread.
class ForeignLoader : public QObject {
    Q_OBJECT
public:
    explicit ForeignLoader(QObject* parent = nullptr);
    ~ForeignLoader() override;

    /// REQUIRES: called once.
    void load(const QVector<LogSource>& logs);
    /// REQUIRES: loaded() was emitted; valid once.
    ForeignCurves take();

signals:
    /// 0 ... 1, at most ten times a second.
    void progress(double part);
    void loaded();

private:
    struct Work;
    void check();

    std::shared_ptr<Work> m_work;
};

} // namespace lockstep
