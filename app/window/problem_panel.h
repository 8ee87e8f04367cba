// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/problem.h"

#include <QFrame>

class QLabel;
class QListView;
class QPushButton;

namespace lockstep {

class ProblemModel;

/// Everything that would fail or disappoint, below the canvas; choosing a line leads to its place. A button
/// stands above for what one edit of the drawing mends.
class ProblemPanel : public QFrame {
    Q_OBJECT
public:
    explicit ProblemPanel(QWidget* parent = nullptr);
    void setProblems(const Problems& problems);
    ProblemModel& model() { return *m_model; }

signals:
    /// The line of these keys was chosen.
    void jumpWanted(const QStringList& keys);
    void remedyWanted(lockstep::Remedy remedy);
    void closeWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ProblemModel* m_model;
    QListView* m_list;
    QLabel* m_title;
    QPushButton* m_remedy; ///< Remedy::TrainOnProcessors
    QLabel* m_nothing;
};

/// "1 error, 2 warnings"; "No problems".
QString problemCountText(const Problems& problems);

} // namespace lockstep
