// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/card/host_states.h"
#include "app/window/host_tests.h"
#include "app/window/live_loads.h"
#include "remote/remote_options.h"

#include <QObject>
#include <QTimer>
#include <chrono>
#include <map>

namespace lockstep {

class RunPage;

/// What the cards of a drawing show of the run that came of it, and of tests of its hosts: a run that goes on
/// there, else whichever was the later. A host that is no longer the machine that the run has there, or has
/// other devices, shows nothing of it; another document shows nothing at all.
class RunLamps : public QObject {
    Q_OBJECT
public:
    explicit RunLamps(const ExperimentDocument& document, QObject* parent = nullptr);

    const HostStates& states() const { return m_shown; }

    /// Shows the runs of this page from now on.
    void follow(const RunPage& page);
    /// The run of this experiment is the one that is followed from now on.
    void showRun(const Experiment& experiment);
    /// Shows these tests from now on; they outlive it.
    void showTests(const HostTests& tests);
    /// HostStatus::host counts the hosts of that experiment.
    void setHost(const HostStatus& status);
    /// What a rank tells of its host and GPU, now; shown within a second.
    void takeSample(int rank, const DeviceSampled& sampled);
    /// Says what is wrong in the language of now.
    void retranslate() { refresh(); }

signals:
    void changed(const lockstep::HostStates& states);

private:
    /// What a run's host said last, and when.
    struct News {
        HostStatus status;
        std::chrono::steady_clock::time_point when;
    };
    void compare();
    void refresh();
    void addRun(HostStates& lit) const;
    void addTests(HostStates& lit) const;
    HostLoad loadOf(int host, const News& news) const;
    bool isOlderThanTest(const std::string& id, const News& news) const;

    const ExperimentDocument& m_document;
    const HostTests* m_tests = nullptr;
    Experiment m_run;
    HostStates m_shown;
    std::map<int, News> m_news;
    LiveLoads m_loads; ///< of the run
    QTimer m_loadTimer;
    bool m_isOfThisDrawing = false;
};

} // namespace lockstep
