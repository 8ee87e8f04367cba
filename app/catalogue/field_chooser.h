// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QListWidget;

namespace lockstep {

/// Asks which parameters and results of runs are wanted, among many: a list that a word narrows.
class FieldChooser : public QDialog {
    Q_OBJECT
public:
    /// `chosen` come first, in their order.
    FieldChooser(const QStringList& known, const QStringList& chosen, QWidget* parent = nullptr);

    QStringList chosen() const;

private:
    void narrow(const QString& word);

    QListWidget* m_list;
};

} // namespace lockstep
