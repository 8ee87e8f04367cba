// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/tensorboard/event_folder.h"

#include <QObject>
#include <memory>

namespace lockstep::tensorboard {

/// What an EventFolder reads, once. An error when nothing there is an event file, none could be read, or it
/// was cancelled. Takes its time: for a worker.
Result<ForeignCurves> readEvents(const QString& path, TransferProgress& progress);

/// Reads an event file or a folder of them on a worker, and goes on reading as they grow. Destroying it ends
/// that. GUI thread.
class EventFollower : public QObject {
    Q_OBJECT
public:
    explicit EventFollower(QString path, QObject* parent = nullptr);
    ~EventFollower() override;

    /// Signals start after it returns. REQUIRES: called once.
    void start();
    /// The numbers so far. REQUIRES: extended() was emitted; valid once for each.
    ForeignCurves take();

signals:
    /// 0 ... 1, of what there is at first; at most every 50 ms.
    void progressed(double part);
    /// There are numbers, or more of them.
    void extended();
    /// There are none, and why; it goes on looking.
    void nothingFound(const lockstep::Error& error);

private:
    void check();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep::tensorboard
