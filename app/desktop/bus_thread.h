// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>

class QThread;

namespace lockstep {

/// The thread of somebody who speaks with the session bus, so that a bus that is slow or hangs holds nothing
/// else up.
class BusThread {
public:
    /// `speaker` lives there from now on, and goes with it.
    BusThread(const QString& name, std::unique_ptr<QObject> speaker);
    /// Lets the speaker say what it was told to, and waits a second at most.
    ~BusThread();
    BusThread(const BusThread&) = delete;
    BusThread& operator=(const BusThread&) = delete;

private:
    QThread* m_thread;
    QObject* m_speaker;
};

} // namespace lockstep
