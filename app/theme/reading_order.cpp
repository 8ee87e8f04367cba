// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/reading_order.h"

#include <QTabBar>
#include <QTabWidget>

namespace lockstep {

namespace {

/// Which of the parts a widget is in, the innermost of them; -1: in none.
qsizetype partOf(QWidget* widget, const QList<QWidget*>& parts)
{
    for (; widget != nullptr; widget = widget->isWindow() ? nullptr : widget->parentWidget()) {
        if (const qsizetype part = parts.indexOf(widget); part >= 0)
            return part;
    }
    return -1;
}

} // namespace

void setReadingOrder(const QList<QWidget*>& parts)
{
    if (parts.isEmpty())
        return;
    QList<QList<QWidget*>> stops(parts.size());
    QWidget* const first = parts.first();
    QWidget* widget = first;
    do {
        const qsizetype part = partOf(widget, parts);
        if (part >= 0 && widget->focusPolicy() != Qt::NoFocus && widget->focusProxy() == nullptr)
            stops[part].append(widget);
        widget = widget->nextInFocusChain();
    } while (widget != first);
    QWidget* last = nullptr;
    for (const QList<QWidget*>& inPart : stops) {
        for (QWidget* stop : inPart) {
            if (last != nullptr)
                QWidget::setTabOrder(last, stop);
            last = stop;
        }
    }
}

void makeTabBarApart(QTabWidget& tabs)
{
    tabs.setFocusProxy(nullptr);
    tabs.setFocusPolicy(Qt::NoFocus);
}

} // namespace lockstep
