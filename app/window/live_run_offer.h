// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/start/live_run_strip.h"

#include <QObject>
#include <QPointer>

namespace lockstep {

class DesignPage;

/// Offers the runs that go on without the window, once, when the program starts.
class LiveRunOffer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Looks for them below `runs` off the GUI thread; `engine` is asked about those on this computer.
    void find(const QString& runs, const QString& engine);
    /// Where they are offered, now or when they are found.
    void showOn(DesignPage& page);
    /// This one is shown.
    void withdraw(const QString& folder);

signals:
    void openWanted(const QString& folder);
    void listWanted();

private:
    void putAway();
    void show();

    QVector<LiveRun> m_runs;
    QPointer<DesignPage> m_page;
    QPointer<LiveRunStrip> m_strip;
};

} // namespace lockstep
