// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rehearsal/disturbances.h"
#include "remote/rehearsal/rehearsal_mark.h"

#include <QFrame>
#include <optional>

class QLabel;
class QPushButton;

namespace lockstep {

/// What tells a rehearsal from a run, at the top of its page: how it came about, what is not true of it, and
/// what is being done to its hosts and links. Takes no room while a run is shown.
class RehearsalRibbon : public QFrame {
    Q_OBJECT
public:
    explicit RehearsalRibbon(QWidget* parent = nullptr);

    /// `topology`: of the run shown. Nothing: it is no rehearsal.
    void showRehearsal(const std::optional<RehearsalFacts>& facts, const Topology& topology);
    void showDisturbances(const Disturbances& disturbances);

signals:
    /// A person wants the cluster to be as drawn again.
    void undoWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_sentence;
    QLabel* m_omissions;
    QLabel* m_present;
    QPushButton* m_undo;
    std::optional<RehearsalFacts> m_facts;
    Topology m_topology;
    Disturbances m_disturbances;
};

} // namespace lockstep
