// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/question_dialog.h"

namespace lockstep {

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setText(text);
    return label;
}

void becomeQuestion(QDialog& dialog, const QString& title)
{
    constexpr int kWidth = 460;
    dialog.setObjectName(QStringLiteral("connectionQuestion"));
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    dialog.setWindowTitle(title);
    dialog.setMinimumWidth(kWidth);
}

QDialog* questionDialog(const QString& title, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    becomeQuestion(*dialog, title);
    return dialog;
}

} // namespace lockstep
