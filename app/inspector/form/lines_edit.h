// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace lockstep {

/// Several lines of text that belong to a document, as FieldEdit is one: undo and redo are those of the
/// document, and while the text is no value, undo and Escape give it back instead. Tab leaves it.
class LinesEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit LinesEdit(QWidget* parent = nullptr);

    /// Without a signal.
    void setText(const QString& text);

signals:
    void textEdited(const QString& text);
    void editingFinished();
    void revertWanted();

protected:
    bool event(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool isWrong() const { return property("wrong").toBool(); }
};

} // namespace lockstep
