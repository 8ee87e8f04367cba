// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/path_button.h"

#include <QFileDialog>

namespace lockstep {

PathButton::PathButton(const QString& purpose, std::function<Question()> question, QWidget* parent)
    : QToolButton(parent), m_question(std::move(question))
{
    setObjectName(QStringLiteral("browse"));
    setText(QStringLiteral("…"));
    setToolTip(tr("Choose on this computer"));
    setAccessibleName(purpose);
    connect(this, &QToolButton::clicked, this, &PathButton::choose);
}

void PathButton::choose()
{
    const Question question = m_question();
    const QString path =
        question.filter.isEmpty()
            ? QFileDialog::getExistingDirectory(this, question.title, question.path)
            : QFileDialog::getOpenFileName(this, question.title, question.path, question.filter);
    if (!path.isEmpty())
        emit pathChosen(path);
}

} // namespace lockstep
