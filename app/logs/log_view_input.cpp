// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a log view does with mouse and keys.
#include "app/logs/log_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

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
    const bool isMarking = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return activateMarked();
    case Qt::Key_Up:
        if (isMarking)
            return markRow(-1);
        return scrollRows(-1);
    case Qt::Key_Down:
        if (isMarking)
            return markRow(1);
        return scrollRows(1);
    case Qt::Key_PageUp:
        return scrollRows(-rowsInView());
    case Qt::Key_PageDown:
        return scrollRows(rowsInView());
    case Qt::Key_Home:
        return moveTo(0);
    case Qt::Key_End:
        return moveTo(size());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

/// From row to row, on into what is out of sight; it begins at the edge where it comes from.
void LogView::markRow(int by)
{
    const qsizetype seen = std::min<qsizetype>(rowsInView(), m_rows.rows().size());
    qsizetype row = markedRow();
    row = row < 0 ? (by > 0 ? 0 : seen - 1) : row + by;
    if (row < 0 || row >= seen)
        scrollRows(by);
    const QVector<LogRows::Row>& rows = m_rows.rows();
    if (rows.isEmpty())
        return;
    const LogRows::Row& marked = rows[std::clamp<qsizetype>(row, 0, std::min(seen, rows.size()) - 1)];
    m_match = marked.place.begin;
    setAccessibleDescription(marked.text);
    viewport()->update();
}

/// Where the mark is in sight; -1: it is not.
qsizetype LogView::markedRow() const
{
    const QVector<LogRows::Row>& rows = m_rows.rows();
    const qsizetype seen = std::min<qsizetype>(rowsInView(), rows.size());
    for (qsizetype row = 0; row < seen; ++row) {
        const auto& place = rows[row].place;
        if (m_match >= place.begin && m_match < std::max(place.next, place.begin + 1))
            return row;
    }
    return -1;
}

/// The line that people see marked; without one the first in sight, which is marked then.
void LogView::activateMarked()
{
    if (m_rows.rows().isEmpty())
        return;
    if (markedRow() < 0)
        markRow(1);
    emit lineActivated();
}

const LogRows::Row* LogView::rowUnder(const QPoint& point) const
{
    const QVector<LogRows::Row>& rows = m_rows.rows();
    if (rows.isEmpty())
        return nullptr;
    const int line = viewport()->fontMetrics().lineSpacing();
    return &rows[std::clamp<qsizetype>(point.y() / line, 0, rows.size() - 1)];
}

bool LogView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const LogRows::Row* row = rowUnder(help.pos());
    QStringList parts;
    if (row != nullptr) {
        parts = {m_rows.stampOf(*row), row->line ? m_gutter.describe(*row->line) : QString()};
        parts.removeAll(QString());
    }
    QToolTip::showText(help.globalPos(), parts.join(u'\n'), viewport());
    return true;
}

LogPlace LogView::placeAt(const QPoint& point) const
{
    const LogRows::Row* under = rowUnder(point);
    if (under == nullptr)
        return {};
    const LogRows::Row& row = *under;
    const QFontMetrics metrics = viewport()->fontMetrics();
    const int x = point.x() - m_gutter.width(metrics) + horizontalScrollBar()->value();
    qsizetype low = 0;
    qsizetype high = row.text.size();
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        const int left = metrics.horizontalAdvance(row.text.left(middle));
        const int right = metrics.horizontalAdvance(row.text.left(middle + 1));
        if (x < (left + right) / 2)
            high = middle;
        else
            low = middle + 1;
    }
    return {row.place.begin, low};
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const LogPlace place = placeAt(event->position().toPoint());
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        m_selection.extendTo(place);
    else
        m_selection.begin(place);
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    const QPoint point = event->position().toPoint();
    if (point.y() < 0)
        scrollRows(-1);
    else if (point.y() > viewport()->height())
        scrollRows(1);
    m_selection.extendTo(placeAt(point));
    viewport()->update();
}

/// Marks the line under a point.
void LogView::activate(const QPoint& point)
{
    const LogRows::Row* row = rowUnder(point);
    if (row == nullptr)
        return;
    m_match = row->place.begin;
    viewport()->update();
    emit lineActivated();
}

void LogView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        activate(event->position().toPoint());
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &LogView::copy)->setEnabled(!m_selection.isEmpty());
    menu->addAction(tr("Show this moment elsewhere"), this,
                    [this, point = event->pos()] { activate(point); });
    menu->addAction(tr("Go to the start"), this, [this] { moveTo(0); });
    menu->addAction(tr("Go to the end"), this, [this] { moveTo(size()); });
    menu->popup(event->globalPos());
}

void LogView::copy()
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace lockstep
