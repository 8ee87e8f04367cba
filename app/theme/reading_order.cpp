// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/reading_order.h"

#include <QDialogButtonBox>
#include <QLayout>
#include <QSplitter>
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

void collect(QWidget& widget, QList<QWidget*>& parts);

void collect(const QLayout& layout, QList<QWidget*>& parts)
{
    for (int i = 0; i < layout.count(); ++i) {
        if (QWidget* widget = layout.itemAt(i)->widget())
            collect(*widget, parts);
        else if (const QLayout* below = layout.itemAt(i)->layout())
            collect(*below, parts);
    }
}

void collect(QWidget& widget, QList<QWidget*>& parts)
{
    parts.append(&widget);
    if (qobject_cast<QDialogButtonBox*>(&widget))
        return; // the platform orders them
    if (auto* tabs = qobject_cast<QTabWidget*>(&widget)) {
        makeTabBarApart(*tabs);
        parts.append(tabs->tabBar());
        for (int page = 0; page < tabs->count(); ++page)
            collect(*tabs->widget(page), parts);
    } else if (auto* splitter = qobject_cast<QSplitter*>(&widget)) {
        for (int part = 0; part < splitter->count(); ++part)
            collect(*splitter->widget(part), parts);
    } else if (widget.layout()) {
        collect(*widget.layout(), parts);
    }
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
        if (part >= 0 && qobject_cast<QDialogButtonBox*>(widget)) {
            // It hands the focus on to its first button, wherever it stands itself and whether or not that
            // can take it: Tab would turn back there. A change of style lets it do so again.
            widget->setFocusProxy(nullptr);
            stops[part].prepend(widget);
        } else if (part >= 0 && widget->focusPolicy() != Qt::NoFocus && widget->focusProxy() == nullptr) {
            stops[part].append(widget);
        }
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

void setReadingOrder(QWidget& laidOut)
{
    QList<QWidget*> parts;
    collect(laidOut, parts);
    setReadingOrder(parts);
}

void makeTabBarApart(QTabWidget& tabs)
{
    tabs.setFocusProxy(nullptr);
    tabs.setFocusPolicy(Qt::NoFocus);
}

} // namespace lockstep
