// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/lines_edit.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QSignalBlocker>

namespace lockstep {

namespace {

constexpr int kLines = 6;
constexpr int kAroundLines = 16;

} // namespace

LinesEdit::LinesEdit(QWidget* parent) : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedHeight(kLines * fontMetrics().lineSpacing() + kAroundLines);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { emit textEdited(toPlainText()); });
}

void LinesEdit::setText(const QString& text)
{
    if (text == toPlainText())
        return;
    const QSignalBlocker quiet(this);
    setPlainText(text);
}

bool LinesEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->setAccepted(isWrong() && key->matches(QKeySequence::Undo));
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void LinesEdit::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    emit editingFinished();
}

void LinesEdit::keyPressEvent(QKeyEvent* event)
{
    if (isWrong() && (event->matches(QKeySequence::Cancel) || event->matches(QKeySequence::Undo)))
        emit revertWanted();
    else if (event->matches(QKeySequence::Cancel))
        event->ignore();
    else
        QPlainTextEdit::keyPressEvent(event);
}

} // namespace lockstep
