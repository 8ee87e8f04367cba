// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QKeySequence>
#include <QList>

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace lockstep {

/// Every action with its keys, to choose others. The actions change and are kept as one chooses.
class ShortcutDialog : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutDialog(const QList<QAction*>& actions, QWidget* parent = nullptr);

private:
    QAction* current() const;
    void showCurrent();
    void assign(const QList<QKeySequence>& keys);
    void take(const QKeySequence& keys);
    void resetAll();
    void refresh();

    QList<QAction*> m_actions;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_keys;
    QLabel* m_error;
    QPushButton* m_reset;
};

} // namespace lockstep
