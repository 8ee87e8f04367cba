// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QToolButton;
class QWidget;

namespace lockstep {

/// What stands on one line of a form, with a message beneath it. The widgets belong to the form.
class FormLine {
public:
    enum class Tone { Error, Warning };

    /// `label` and `fold` are null where there is none; `fold` is checked while the line shows.
    FormLine(QWidget& widget, QLabel* label, QLabel& message, QToolButton* fold);

    QWidget& widget() const { return m_widget; }
    /// Shows and hides with the line.
    void setButton(QWidget& button);
    /// Whether the line means anything here. It is seen when its fold is open besides.
    void setMeant(bool isMeant);
    /// Empty: all is well. An error opens the fold.
    void setMessage(const QString& text, Tone tone);
    void unfold();
    /// Shows or hides the widgets as the fold now says.
    void place();

private:
    bool isSeen() const;

    QWidget& m_widget;
    QLabel* m_label;
    QLabel& m_message;
    QToolButton* m_fold;
    QWidget* m_button = nullptr;
    bool m_isMeant = true;
    bool m_isWrong = false;
};

} // namespace lockstep
