// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/finder/answers.h"

#include "app/topology/items/element_data.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QGraphicsItem>
#include <QGraphicsView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QWindow>
#include <optional>

namespace lockstep {

namespace {

QString withoutMnemonic(QString text)
{
    return text.remove(u'&');
}

/// A dialog that waits for an answer leaves nothing within reach but itself and what stands on it.
bool isWithinReach(const QWidget& widget)
{
    const QWidget* dialog = QApplication::activeModalWidget();
    const QWidget* part = &widget;
    while (dialog && part && part != dialog)
        part = part->parentWidget();
    return part;
}

/// `rect` of the widget as far as the widgets around it show it; nothing when none of it can be seen.
QJsonObject place(const QWidget& widget, const QRect& rect)
{
    const QWindow* handle = widget.window()->windowHandle();
    if (!widget.isVisible() || !handle || !handle->isExposed() || !isWithinReach(widget))
        return {};
    QRect seen = rect & widget.rect();
    const QWidget* around = &widget;
    for (; !around->isWindow(); around = around->parentWidget())
        seen = seen.translated(around->pos()) & around->parentWidget()->rect();
    if (seen.isEmpty())
        return {};
    const QPoint corner = around->mapToGlobal(seen.topLeft());
    return {{QStringLiteral("x"), corner.x()},
            {QStringLiteral("y"), corner.y()},
            {QStringLiteral("width"), seen.width()},
            {QStringLiteral("height"), seen.height()}};
}

bool isCalled(const QWidget& widget, const QString& name)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return widget.objectName() == name || widget.accessibleName() == name ||
           (button && withoutMnemonic(button->text()) == name);
}

QJsonObject placeOfWidget(const QString& name)
{
    for (const QWidget* widget : QApplication::allWidgets()) {
        if (!isCalled(*widget, name))
            continue;
        if (QJsonObject found = place(*widget, widget->rect()); !found.isEmpty()) {
            found.insert(QStringLiteral("enabled"), widget->isEnabled());
            return found;
        }
    }
    return {};
}

QJsonObject placeOfRow(const QAbstractItemView& view, const QString& text)
{
    const QAbstractItemModel& model = *view.model();
    const QModelIndexList found =
        model.match(model.index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QJsonObject() : place(*view.viewport(), view.visualRect(found.first()));
}

QJsonObject placeOfRow(const QString& viewName, const QString& text)
{
    for (const QWidget* widget : QApplication::allWidgets()) {
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        if (!view || !view->model() || !isCalled(*view, viewName))
            continue;
        if (QJsonObject found = placeOfRow(*view, text); !found.isEmpty())
            return found;
    }
    return {};
}

/// What a label, a button or a page of text says; empty: it is none.
QString textOf(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return QTextDocumentFragment::fromHtml(label->text()).toPlainText();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return withoutMnemonic(button->text());
    if (const auto* page = qobject_cast<const QTextEdit*>(&widget))
        return page->toPlainText();
    return {};
}

QJsonObject placeOfRowWith(const QAbstractItemView& view, const QString& part)
{
    const QAbstractItemModel& model = *view.model();
    for (int column = 0; column < model.columnCount(view.rootIndex()); ++column) {
        const QModelIndexList found = model.match(model.index(0, column, view.rootIndex()), Qt::DisplayRole,
                                                  part, 1, Qt::MatchContains | Qt::MatchRecursive);
        if (found.isEmpty())
            continue;
        QJsonObject answer = place(*view.viewport(), view.visualRect(found.first()));
        if (!answer.isEmpty())
            answer.insert(QStringLiteral("text"), found.first().data().toString());
        return answer;
    }
    return {};
}

QJsonObject placeOfText(const QString& part)
{
    for (const QWidget* widget : QApplication::allWidgets()) {
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model()) {
            if (QJsonObject found = placeOfRowWith(*view, part); !found.isEmpty())
                return found;
        }
        const QString text = textOf(*widget);
        if (!text.contains(part))
            continue;
        if (QJsonObject found = place(*widget, widget->rect()); !found.isEmpty()) {
            found.insert(QStringLiteral("text"), text);
            return found;
        }
    }
    return {};
}

template <typename Menu>
QJsonObject placeOfAction(const Menu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (action->isVisible() && withoutMnemonic(action->text()) == text)
            return place(menu, menu.actionGeometry(action));
    }
    return {};
}

QJsonObject placeOfAction(const QString& text)
{
    for (const QWidget* widget : QApplication::allWidgets()) {
        QJsonObject found;
        if (const auto* menu = qobject_cast<const QMenu*>(widget))
            found = placeOfAction(*menu, text);
        else if (const auto* bar = qobject_cast<const QMenuBar*>(widget))
            found = placeOfAction(*bar, text);
        if (!found.isEmpty())
            return found;
    }
    return {};
}

/// A point of the view where a press reaches the item, nearest to its middle on a grid.
std::optional<QPoint> pointOn(const QGraphicsView& view, const QGraphicsItem& item, const QRect& rect)
{
    constexpr int kStep = 4;
    const QPoint middle = rect.center();
    std::optional<QPoint> best;
    for (int y = rect.top(); y <= rect.bottom(); y += kStep) {
        for (int x = rect.left(); x <= rect.right(); x += kStep) {
            const QPoint point(x, y);
            const bool isNearer =
                !best || (point - middle).manhattanLength() < (*best - middle).manhattanLength();
            if (isNearer && view.itemAt(point) == &item)
                best = point;
        }
    }
    return best;
}

QJsonObject placeOfItem(const QGraphicsView& view, const QGraphicsItem& item)
{
    const QVariant body = item.data(kElementBody);
    const QRectF whole = item.boundingRect();
    const QRectF rect = body.isValid() ? body.toRectF() : whole;
    const auto onView = [&](const QRectF& part) {
        return view.mapFromScene(item.mapToScene(part)).boundingRect();
    };
    QJsonObject found = place(*view.viewport(), onView(rect));
    const std::optional<QPoint> point = pointOn(view, item, onView(rect) & view.viewport()->rect());
    if (found.isEmpty() || !point)
        return {};
    const QPoint at = view.viewport()->mapToGlobal(*point);
    found.insert(QStringLiteral("at_x"), at.x());
    found.insert(QStringLiteral("at_y"), at.y());
    found.insert(QStringLiteral("reach"), onView(whole).right() - onView(rect).right());
    return found;
}

QJsonObject placeOfItem(const QString& name)
{
    for (const QWidget* widget : QApplication::allWidgets()) {
        const auto* view = qobject_cast<const QGraphicsView*>(widget);
        if (!view || !view->scene())
            continue;
        for (const QGraphicsItem* item : view->scene()->items()) {
            if (item->data(kElementName).toString() != name)
                continue;
            if (QJsonObject found = placeOfItem(*view, *item); !found.isEmpty())
                return found;
        }
    }
    return {};
}

QJsonObject placeOfWindow()
{
    const QWidget* window = QApplication::activeWindow();
    if (!window)
        return {};
    QJsonObject found = place(*window, window->rect());
    if (found.isEmpty())
        return {};
    const QWidget* focus = QApplication::focusWidget();
    found.insert(QStringLiteral("id"), static_cast<qint64>(window->winId()));
    found.insert(QStringLiteral("name"), window->objectName());
    found.insert(QStringLiteral("title"), window->windowTitle());
    found.insert(QStringLiteral("modified"), window->isWindowModified());
    found.insert(QStringLiteral("focus"), focus ? focus->objectName() : QString());
    found.insert(QStringLiteral("focus_id"), QString::number(reinterpret_cast<quintptr>(focus)));
    return found;
}

} // namespace

QJsonObject answerTo(const QJsonObject& question)
{
    const auto asked = [&](const char* key) { return question.value(QLatin1String(key)).toString(); };
    if (question.contains(QLatin1String("widget")))
        return placeOfWidget(asked("widget"));
    if (question.contains(QLatin1String("row")))
        return placeOfRow(asked("in"), asked("row"));
    if (question.contains(QLatin1String("text")))
        return placeOfText(asked("text"));
    if (question.contains(QLatin1String("action")))
        return placeOfAction(asked("action"));
    if (question.contains(QLatin1String("item")))
        return placeOfItem(asked("item"));
    return placeOfWindow();
}

} // namespace lockstep
