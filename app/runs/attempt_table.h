// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/attempt_model.h"

#include <QTableView>

namespace lockstep {

/// The attempts of a run; choosing one leads to its logs.
class AttemptTable : public QTableView {
    Q_OBJECT
public:
    explicit AttemptTable(QWidget* parent = nullptr);

    /// `phase`: of the present attempt, for as long as it goes on.
    void setRun(const RunInfo& info, RunPhase phase, const RunSummary& summary);

signals:
    void attemptChosen(int attempt);

protected:
    void changeEvent(QEvent* event) override;

private:
    void sizeColumns();

    AttemptModel m_model;
};

} // namespace lockstep
