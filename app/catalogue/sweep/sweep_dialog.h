// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/sweep/sweep.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace lockstep {

/// Asks which keys of an experiment are to have which values, and says at once how many runs that makes, or
/// what keeps it from being run.
class SweepDialog : public QDialog {
    Q_OBJECT
public:
    explicit SweepDialog(const Experiment& experiment, QWidget* parent = nullptr);

    /// With an id of its own. REQUIRES: accepted.
    const Sweep& sweep() const { return m_sweep; }

private:
    struct Row {
        QComboBox* key;
        QLineEdit* values;
    };

    void addRow();
    void check();
    Result<Sweep> asked() const;

    Sweep m_sweep;
    QStringList m_keys; ///< of the experiment
    QVector<Row> m_rows;
    QGridLayout* m_grid;
    QCheckBox* m_paired;
    QSpinBox* m_atOnce;
    QLabel* m_verdict;
    QPushButton* m_more;
    QDialogButtonBox* m_buttons;
    QPushButton* m_start;
};

} // namespace lockstep
