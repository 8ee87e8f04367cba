// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockstep {

/// Tags and notes of the chosen runs, to be changed at any time: there is nothing to confirm. Of several runs
/// the tags that all of them have are shown, and only these are changed.
class RunLabelsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunLabelsPanel(QWidget* parent = nullptr);

    /// What was typed for others before is kept first. The same runs again: what is being typed stays.
    void setRuns(const QVector<CatalogueRun>& runs);
    /// What is typed, now and not in a moment.
    void keep();

signals:
    void labelsChanged(const QString& runFolder, const lockstep::RunLabels& labels);

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void retranslate();
    void showRuns();
    QStringList commonTags() const;
    RunLabels edited(const RunLabels& labels, const QStringList& commonBefore) const;

    QVector<CatalogueRun> m_runs;
    QLabel* m_title;
    QLabel* m_facts;
    QLabel* m_tagsLabel;
    QLineEdit* m_tags;
    QLabel* m_notesLabel;
    QPlainTextEdit* m_notes;
    QTimer m_typing; ///< runs out when a person has paused
};

} // namespace lockstep
