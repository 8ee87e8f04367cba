// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QWidget>

/// What a person finds on a page by its words.
namespace lockstep {

inline bool saysAnywhere(const QWidget& widget, const QString& text)
{
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget) && label->text().contains(text))
            return true;
    }
    return false;
}

inline QPushButton* button(const QWidget& widget, const QString& text)
{
    for (QPushButton* one : widget.findChildren<QPushButton*>()) {
        if (one->text() == text)
            return one;
    }
    return nullptr;
}

} // namespace lockstep
