// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace lockstep {

/// A line of text that belongs to a document: undo and redo are those of the document, not of the line. While
/// the text is no value, undo and Escape give it back instead.
class FieldEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit FieldEdit(QWidget* parent = nullptr);

signals:
    void revertWanted();

protected:
    bool event(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_isTyped = false;
    bool isWrong() const { return property("wrong").toBool(); }
};

} // namespace lockstep
