// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse, wheel and keys do to a LogView.
#include "app/runs/log_view.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kMargin = 8;
constexpr int kWheelRows = 3;

} // namespace

void LogView::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers().testFlag(Qt::ShiftModifier))
        return QAbstractScrollArea::wheelEvent(event);
    const int rows = static_cast<int>(std::lround(-delta.y() * kWheelRows / 120.0));
    if (rows != 0)
        scrollRows(rows);
    event->accept();
}

void LogView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    switch (event->key()) {
    case Qt::Key_Up:
        return scrollRows(-1);
    case Qt::Key_Down:
        return scrollRows(1);
    case Qt::Key_PageUp:
        return scrollRows(-rowsInView());
    case Qt::Key_PageDown:
        return scrollRows(rowsInView());
    case Qt::Key_Home:
        return moveTo(0);
    case Qt::Key_End:
        return moveTo(lastTop());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

LogView::Place LogView::placeAt(const QPoint& point)
{
    if (m_rows.isEmpty())
        return {};
    const int line = viewport()->fontMetrics().lineSpacing();
    const auto index = std::clamp<qsizetype>(point.y() / line, 0, m_rows.size() - 1);
    const VisibleRow& row = m_rows[index];
    const int x = point.x() - kMargin + horizontalScrollBar()->value();
    qsizetype low = 0;
    qsizetype high = row.text.size();
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        const int left = viewport()->fontMetrics().horizontalAdvance(row.text.left(middle));
        const int right = viewport()->fontMetrics().horizontalAdvance(row.text.left(middle + 1));
        if (x < (left + right) / 2)
            high = middle;
        else
            low = middle + 1;
    }
    return {row.row.begin, low};
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_cursor = placeAt(event->position().toPoint());
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = m_cursor;
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    const int y = event->position().toPoint().y();
    if (y < 0)
        scrollRows(-1);
    else if (y > viewport()->height())
        scrollRows(1);
    m_cursor = placeAt(event->position().toPoint());
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &LogView::copy)->setEnabled(m_anchor != m_cursor);
    menu->addAction(tr("Go to the start"), this, [this] { moveTo(0); });
    menu->addAction(tr("Go to the end"), this, [this] { moveTo(lastTop()); });
    menu->popup(event->globalPos());
}

} // namespace lockstep
