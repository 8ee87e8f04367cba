// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/widget_state.h"

#include <QApplication>
#include <QGraphicsView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <functional>

namespace lockstep {

namespace {

const auto kFold = QLatin1String("fold");

/// Calls `visit` with each child and its place: class, name, and which one of those it is.
void forChildren(const QWidget& widget, const QString& place,
                 const std::function<void(QWidget& child, const QString& place)>& visit)
{
    std::map<QString, int> counts;
    for (QObject* object : widget.children()) {
        auto* child = qobject_cast<QWidget*>(object);
        if (!child || child->isWindow())
            continue;
        const QString kind =
            QString::fromLatin1(child->metaObject()->className()) + u'#' + child->objectName();
        visit(*child, place + u'/' + kind + QString::number(counts[kind]++));
    }
}

/// Search fields have a button that clears them; what stands in other fields is the document's.
bool isSearch(const QWidget& widget)
{
    const auto* edit = qobject_cast<const QLineEdit*>(&widget);
    return edit && edit->isClearButtonEnabled();
}

QScrollBar* scrollBarOf(const QWidget& widget)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(&widget);
    return area && !qobject_cast<const QGraphicsView*>(area) ? area->verticalScrollBar() : nullptr;
}

} // namespace

WidgetState::WidgetState(const QWidget& root)
{
    keep(root, {});
}

void WidgetState::keep(const QWidget& widget, const QString& place)
{
    Part part;
    if (const auto* splitter = qobject_cast<const QSplitter*>(&widget))
        part.layout = splitter->saveState();
    if (const QScrollBar* bar = scrollBarOf(widget))
        part.scrolled = bar->value();
    if (const auto* tabs = qobject_cast<const QTabWidget*>(&widget))
        part.chosen = tabs->currentIndex();
    if (const auto* fold = qobject_cast<const QToolButton*>(&widget); fold && fold->objectName() == kFold)
        part.isUnfolded = fold->isChecked();
    if (isSearch(widget))
        part.typed = static_cast<const QLineEdit&>(widget).text();
    m_parts[place] = part;
    if (widget.hasFocus())
        m_focus = place;
    forChildren(widget, place, [this](const QWidget& child, const QString& at) { keep(child, at); });
}

void WidgetState::restorePart(QWidget& widget, const QString& place, QWidget*& focus) const
{
    const auto found = m_parts.find(place);
    if (found == m_parts.end())
        return;
    const Part& part = found->second;
    if (auto* splitter = qobject_cast<QSplitter*>(&widget))
        splitter->restoreState(part.layout);
    if (QScrollBar* bar = scrollBarOf(widget); bar && part.scrolled > 0)
        // What is scrolled has its size once the layouts have been asked.
        QTimer::singleShot(0, bar, [bar, value = part.scrolled] { bar->setValue(value); });
    if (auto* tabs = qobject_cast<QTabWidget*>(&widget); tabs && part.chosen >= 0)
        tabs->setCurrentIndex(part.chosen);
    if (auto* fold = qobject_cast<QToolButton*>(&widget); fold && fold->objectName() == kFold)
        fold->setChecked(part.isUnfolded);
    if (isSearch(widget) && !part.typed.isEmpty())
        static_cast<QLineEdit&>(widget).setText(part.typed);
    if (!m_focus.isEmpty() && place == m_focus)
        focus = &widget;
    forChildren(widget, place, [&](QWidget& child, const QString& at) { restorePart(child, at, focus); });
}

void WidgetState::restore(QWidget& root) const
{
    QWidget* focus = nullptr;
    restorePart(root, {}, focus);
    if (focus)
        focus->setFocus(Qt::OtherFocusReason);
}

} // namespace lockstep
