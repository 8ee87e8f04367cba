// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>

namespace lockstep {

/// Text of hosts: it is shown as it is, and wrapped.
QLabel* plainLabel(const QString& text, QWidget* parent);

/// Makes a dialog that puts the question of a connection; it deletes itself when it is closed.
void becomeQuestion(QDialog& dialog, const QString& title);
QDialog* questionDialog(const QString& title, QWidget* parent);

} // namespace lockstep
