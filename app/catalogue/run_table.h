// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>
#include <QTimer>

namespace lockstep {

class RunFilter;
class ShareMenu;
struct CatalogueRun;

/// The runs that were found, a row each, and what can be done with those that are chosen: by its menu, by
/// keys.
class RunTable : public QTableView {
    Q_OBJECT
public:
    /// `runs` outlives this.
    explicit RunTable(RunFilter& runs, QWidget* parent = nullptr);

    /// In the order of the rows.
    QVector<CatalogueRun> selectedRuns() const;
    /// Gives the columns their widths, unless a person has.
    void sizeColumns();

signals:
    void selectionMoved();
    void openWanted(const QString& runFolder);
    void comparisonWanted();
    void duplicateWanted();
    void deletionWanted();
    /// What is left of the sweep that the chosen run belongs to is to be run.
    void sweepWanted(const QString& sweep);

protected:
    void changeEvent(QEvent* event) override;

private:
    QAction* addChoice(void (RunTable::*wanted)());
    void retranslate();
    void showSelection();
    void groupByCurrent();
    void showGroups();
    void openRow(const QModelIndex& index);

    RunFilter& m_runs;
    QAction* m_open;
    QAction* m_compare;
    QAction* m_duplicate;
    ShareMenu* m_share;
    QAction* m_delete;
    QAction* m_goOn;
    QAction* m_group; ///< by the current column, or not any more
    QTimer m_sizing;
    bool m_hasWidths = false; ///< that a person gave them
    bool m_isSized = false;   ///< to what was there first
};

} // namespace lockstep
