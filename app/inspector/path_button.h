// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QToolButton>
#include <functional>

namespace lockstep {

/// A button that lets one choose a file or folder of this computer in place of typing its path.
class PathButton : public QToolButton {
    Q_OBJECT
public:
    /// What the dialog asks for.
    struct Question {
        QString title;
        QString filter; ///< of files; empty: a folder is wanted
        QString path;   ///< where it begins
    };
    /// `purpose` is what the button is for, in words. The question is asked anew each time.
    PathButton(const QString& purpose, std::function<Question()> question, QWidget* parent = nullptr);

signals:
    /// Not empty.
    void pathChosen(const QString& path);

private:
    void choose();

    std::function<Question()> m_question;
};

} // namespace lockstep
