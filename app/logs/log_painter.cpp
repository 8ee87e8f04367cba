// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_painter.h"

#include "app/theme/theme.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace lockstep {

namespace {

QColor tinted(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

} // namespace

LogPainter::LogPainter(QPainter& painter, const QAbstractScrollArea& area, const LogGutter& gutter,
                       const LogMarks& marks)
    : m_painter(painter), m_area(area), m_gutter(gutter), m_marks(marks),
      m_metrics(area.viewport()->fontMetrics()), m_width(area.viewport()->width()),
      m_left(gutter.width(m_metrics) - area.horizontalScrollBar()->value())
{
}

void LogPainter::paint(const QVector<LogRows::Row>& rows)
{
    m_painter.setLayoutDirection(Qt::LeftToRight);
    const int line = m_metrics.lineSpacing();
    int y = 0;
    for (const LogRows::Row& row : rows) {
        // Stacked combining marks must not reach into other rows.
        m_painter.setClipRect(0, y, m_width, line);
        paintRow(row, y);
        y += line;
    }
}

void LogPainter::paintRow(const LogRows::Row& row, int y)
{
    const QPalette palette = m_area.palette();
    const qint64 at = row.place.begin;
    if (m_marks.matchBegin >= at && m_marks.matchBegin < std::max(row.place.next, at + 1))
        m_painter.fillRect(0, y, m_width, m_metrics.lineSpacing(), tinted(themeColors(palette).accent, 45));
    paintSelection(row, y);
    paintMatches(row.text, y);
    m_painter.setPen(palette.color(QPalette::Text));
    m_painter.drawText(m_left, y + m_metrics.ascent(), row.text);
    m_gutter.paint(m_painter, row, y, m_width, palette);
}

void LogPainter::paintSelection(const LogRows::Row& row, int y)
{
    const std::optional<LogSelection::Columns> columns = m_marks.selection.columnsOf(row.place.begin);
    if (!columns)
        return;
    const int left = m_metrics.horizontalAdvance(row.text.left(columns->first));
    // The end of a line is selected with it.
    const int right = columns->last ? m_metrics.horizontalAdvance(row.text.left(*columns->last))
                                    : m_metrics.horizontalAdvance(row.text) + m_metrics.averageCharWidth();
    m_painter.fillRect(m_left + left, y, right - left, m_metrics.lineSpacing(),
                       tinted(m_area.palette().color(QPalette::Highlight), 110));
}

void LogPainter::paintMatches(const QString& text, int y)
{
    if (m_marks.pattern.pattern().isEmpty())
        return;
    const QColor color = tinted(themeColors(m_area.palette()).warning, 110);
    for (QRegularExpressionMatchIterator match = m_marks.pattern.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        const int left = m_metrics.horizontalAdvance(text.left(found.capturedStart()));
        const int width = m_metrics.horizontalAdvance(found.captured());
        m_painter.fillRect(m_left + left, y, width, m_metrics.lineSpacing(), color);
    }
}

} // namespace lockstep
