// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/form/form_field.h"

#include <QLineEdit>

namespace lockstep {

/// A line of text that belongs to a document: undo and redo are those of the document, not of the line. While
/// the text is no value, undo and Escape give it back instead.
class FieldEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit FieldEdit(QWidget* parent = nullptr);

    /// What is shown behind the text, at the right end.
    void setUnit(const FieldUnit& unit);
    /// What stands there now.
    const QString& unitText() const { return m_unit.behind(text()); }

signals:
    void revertWanted();

protected:
    bool event(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void makeRoomForUnit();

    FieldUnit m_unit;
    bool m_isTyped = false;
    bool isWrong() const { return property("wrong").toBool(); }
};

} // namespace lockstep
