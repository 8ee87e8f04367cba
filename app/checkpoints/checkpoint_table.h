// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_model.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace lockstep {

/// The list itself: sorted as a person likes; what a person has chosen stays chosen when the list changes,
/// until then the newest is.
class CheckpointTable : public QTableView {
    Q_OBJECT
public:
    /// `model` outlives it.
    explicit CheckpointTable(CheckpointModel& model, QWidget* parent = nullptr);

    /// The newest first.
    QVector<CheckpointEntry> chosen() const;
    void retranslate();

signals:
    void choiceChanged();

private:
    void rememberChoice();
    void restoreChoice();
    void growColumns();

    CheckpointModel& m_model;
    QSortFilterProxyModel m_sorted;
    QStringList m_before;  ///< paths that were chosen
    QString m_untouched;   ///< path of the newest, chosen here and not by a person
    QVector<int> m_widest; ///< what each column has needed, pixels; 0: nothing yet
};

} // namespace lockstep
