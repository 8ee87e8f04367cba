// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment/field_edit.h"

#include <QKeyEvent>

namespace lockstep {

FieldEdit::FieldEdit(QWidget* parent) : QLineEdit(parent) {}

bool FieldEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->setAccepted(isWrong() && key->matches(QKeySequence::Undo));
            return true;
        }
    }
    return QLineEdit::event(event);
}

void FieldEdit::keyPressEvent(QKeyEvent* event)
{
    if (isWrong() && (event->key() == Qt::Key_Escape || event->matches(QKeySequence::Undo))) {
        emit revertWanted();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace lockstep
