// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rehearsal/live_rehearsal.h"

#include <QObject>
#include <memory>

namespace lockstep {

class DesignPage;
class MainWindow;
class RunPage;

/// The rehearsals of a window: from the button to the page of the run, and what is done to them meanwhile.
class WindowRehearsal : public QObject {
    Q_OBJECT
public:
    /// `window` outlives it. `engine`: the path of lockstep-engine.
    WindowRehearsal(MainWindow& window, const QString& engine);

    /// Shows on this page what is done, and takes from it what is wanted.
    void showOn(DesignPage& design);
    void follow(RunPage& page);

    /// Makes this computer into the drawn cluster, begins the run and shows it. REQUIRES: !isOpening().
    void begin(const Experiment& drawn);
    /// Whether the cluster is being made.
    bool isOpening() const { return m_live.isOpening(); }

signals:
    /// The cluster has been made, or cannot be.
    void opened();

private:
    void start(const Experiment& drawn, const std::shared_ptr<Rehearsal>& rehearsal);

    MainWindow& m_window;
    LiveRehearsal m_live;
};

} // namespace lockstep
