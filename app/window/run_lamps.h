// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/card/host_states.h"
#include "remote/remote_options.h"

#include <QObject>
#include <map>

namespace lockstep {

/// What the cards of a drawing show of the run that came of it. A host that is no longer the machine that the
/// run has there, or has other devices, shows nothing of it; another document shows nothing at all.
class RunLamps : public QObject {
    Q_OBJECT
public:
    explicit RunLamps(const ExperimentDocument& document, QObject* parent = nullptr);

    const HostStates& states() const { return m_shown; }

    /// The run of this experiment is the one that is followed from now on.
    void showRun(const Experiment& experiment);
    /// HostStatus::host counts the hosts of that experiment.
    void setHost(const HostStatus& status);
    /// Says what is wrong in the language of now.
    void retranslate() { refresh(); }

signals:
    void changed(const lockstep::HostStates& states);

private:
    void compare();
    void refresh();

    const ExperimentDocument& m_document;
    Experiment m_run;
    HostStates m_shown;
    std::map<int, HostStatus> m_statuses;
    bool m_isOfThisDrawing = false;
};

} // namespace lockstep
