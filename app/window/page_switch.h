// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

class QButtonGroup;

namespace lockstep {

/// A row of joined buttons, one of them pressed: the pages of the window.
class PageSwitch : public QFrame {
    Q_OBJECT
public:
    explicit PageSwitch(const QStringList& names, QWidget* parent = nullptr);
    void setPage(int page);

signals:
    void pageChosen(int page);

private:
    QButtonGroup* m_buttons;
};

} // namespace lockstep
