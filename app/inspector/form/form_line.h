// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QToolButton;
class QWidget;

namespace lockstep {

/// What stands on one line of a form, with a message and a remark beneath it. The widgets belong to the form.
class FormLine {
public:
    enum class Tone { Error, Warning };

    /// `label` and `fold` are null where there is none; `fold` is checked while the line shows.
    FormLine(QWidget& widget, QLabel* label, QLabel& message, QToolButton* fold);

    QWidget& widget() const { return m_widget; }
    /// Shows and hides with the line.
    void setButton(QWidget& button);
    /// Likewise, while it has a text.
    void setRemark(QLabel& remark);
    /// Whether the line means anything here. It is seen when its fold is open besides.
    void setMeant(bool isMeant);
    /// Empty: all is well. An error opens the fold.
    void setMessage(const QString& text, Tone tone);
    /// What to know of what stands there now; empty: nothing. Without a label for it nothing happens.
    void setRemarkText(const QString& text);
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
    QLabel* m_remark = nullptr;
    bool m_isMeant = true;
    bool m_isWrong = false;
};

} // namespace lockstep
