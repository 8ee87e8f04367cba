// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/transfer_progress.h"
#include "engine/protocol/result.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

class QThread;

namespace lockstep {

/// Something that is written or read while its window goes on. Destroying it cancels, and waits for the
/// worker, which leaves soon. GUI thread.
class Transfer : public QObject {
    Q_OBJECT
public:
    ~Transfer() override;

    /// REQUIRES: called once. Signals start after it returns.
    virtual void start() = 0;

signals:
    /// From 0 to 1; at most every 50 ms.
    void progressed(double part);
    /// `path`: what was written, or the run that was read.
    void succeeded(const QString& path);
    void failed(const lockstep::Error& error);

protected:
    using Work = std::function<Result<QString>(TransferProgress& progress)>;

    Transfer();
    /// Does this on a worker thread, which is the rest of it. Its progress begins at `from`.
    void work(Work work, double from = 0);

private:
    void check();

    struct Worker;
    std::unique_ptr<Worker> m_worker;
    QTimer m_timer;
    double m_from = 0;
};

/// Puts the run of a `.lockstep-run` file among those of `runs`.
class RunImport : public Transfer {
public:
    RunImport(QString file, QString runs);
    void start() override;

private:
    QString m_file;
    QString m_runs;
};

} // namespace lockstep
