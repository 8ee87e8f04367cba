// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lockstep {

/// What a form says beside its fields, in as many lines as it takes.
class FactLabel : public QLabel {
public:
    explicit FactLabel(QWidget* parent = nullptr) : QLabel(parent)
    {
        setWordWrap(true);
        setTextFormat(Qt::PlainText);
        setProperty("muted", true);
    }
};

} // namespace lockstep
