// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "remote/mirrors/run_folder.h"

#include <QDialog>

class QLabel;
class QSpinBox;

namespace lockstep {

/// Asks how many more epochs a run is to train that has trained its own, and says what that does to its
/// learning rate.
class TrainLongerDialog : public QDialog {
    Q_OBJECT
public:
    /// REQUIRES: continuationOf() says TrainLonger.
    TrainLongerDialog(const RunFolder& folder, const RunSummary& summary, QWidget* parent = nullptr);

    /// That the run is to train in all.
    int epochs() const;

private:
    void showConsequences();

    TrainingSpec m_training;
    int m_trained; ///< epochs
    int m_ranks;
    int m_attempt; ///< the one that this begins
    QSpinBox* m_more;
    QLabel* m_total;
    QLabel* m_rate;
};

/// What becomes of the learning rate of a training that goes on after `trained` epochs and has `epochs` of
/// them in all from then on.
QString scheduleNote(const TrainingSpec& training, int trained, int epochs, int worldSize);

} // namespace lockstep
