// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/field_edit.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>

namespace lockstep {

namespace {

constexpr int kBesideUnit = 6;

} // namespace

FieldEdit::FieldEdit(QWidget* parent) : QLineEdit(parent)
{
    connect(this, &QLineEdit::textEdited, this, [this] { m_isTyped = true; }); // which is said first
    connect(this, &QLineEdit::textChanged, this, [this] {
        if (!m_isTyped && !hasFocus())
            setCursorPosition(0);
        m_isTyped = false;
        makeRoomForUnit();
    });
}

void FieldEdit::setUnit(const FieldUnit& unit)
{
    m_unit = unit;
    makeRoomForUnit();
}

void FieldEdit::makeRoomForUnit()
{
    const int width = fontMetrics().horizontalAdvance(unitText());
    setTextMargins(0, 0, width > 0 ? width + kBesideUnit : 0, 0);
    update();
}

void FieldEdit::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (unitText().isEmpty())
        return;
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, 0, -2 * kBesideUnit, 0), Qt::AlignRight | Qt::AlignVCenter,
                     unitText());
}

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

/// A long text shows how it begins, unless one is at work in it.
void FieldEdit::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        setCursorPosition(0);
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
