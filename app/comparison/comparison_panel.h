// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/comparison/comparison_model.h"

#include <QWidget>
#include <optional>

class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace lockstep {

/// What a run was started with, and what the document has otherwise by now. Its window title names it.
class ComparisonPanel : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonPanel(QWidget* parent = nullptr);

    void showRun(const Experiment& experiment);
    /// The document as it would run now, and what it is called.
    void setDocument(const Experiment& experiment, const QString& title);

signals:
    /// The run's experiment is wanted as a document.
    void documentWanted(const lockstep::Experiment& experiment);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void retranslate();
    /// At once where it can be seen, else when it is shown.
    void compare();

    std::optional<Experiment> m_run;
    Experiment m_document;
    QString m_title;
    bool m_isStale = false; ///< something has changed while nobody saw it
    ComparisonModel m_model;
    QTableView* m_table;
    QLabel* m_sum;
    QToolButton* m_differencesOnly;
    QPushButton* m_open;
};

} // namespace lockstep
