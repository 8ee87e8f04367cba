// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a LogView paints its rows.
#include "app/runs/log_view.h"
#include "app/theme/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kMargin = 8;

QColor tinted(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

} // namespace

void LogView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const ThemeColors& colors = themeColors(palette());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_rows.isEmpty()) {
        painter.setFont(font());
        painter.setPen(colors.mutedText);
        painter.drawText(viewport()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin),
                         Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    painter.setLayoutDirection(Qt::LeftToRight);
    const int line = viewport()->fontMetrics().lineSpacing();
    int y = 0;
    for (const VisibleRow& row : m_rows) {
        // Stacked combining marks must not reach into other rows.
        painter.setClipRect(0, y, viewport()->width(), line);
        paintRow(painter, row, y);
        y += line;
    }
}

void LogView::paintRow(QPainter& painter, const VisibleRow& row, int y)
{
    const QFontMetrics metrics = viewport()->fontMetrics();
    const int line = metrics.lineSpacing();
    const int x = kMargin - horizontalScrollBar()->value();
    const Place begin = std::min(m_anchor, m_cursor);
    const Place end = std::max(m_anchor, m_cursor);
    const qint64 at = row.row.begin;
    if (m_matchBegin >= at && m_matchBegin < std::max(row.row.next, at + 1))
        painter.fillRect(0, y, viewport()->width(), line, tinted(themeColors(palette()).accent, 45));
    if (begin != end && at >= begin.row && at <= end.row) {
        const qsizetype first = at == begin.row ? begin.column : 0;
        const qsizetype last = at == end.row ? end.column : row.text.size();
        const int left = metrics.horizontalAdvance(row.text.left(first));
        int right = metrics.horizontalAdvance(row.text.left(last));
        if (at < end.row)
            right += metrics.averageCharWidth();
        painter.fillRect(x + left, y, right - left, line, tinted(palette().color(QPalette::Highlight), 110));
    }
    paintMatches(painter, row.text, x, y);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(x, y + metrics.ascent(), row.text);
}

void LogView::paintMatches(QPainter& painter, const QString& text, int x, int y)
{
    if (m_highlight.isEmpty())
        return;
    const QFontMetrics metrics = viewport()->fontMetrics();
    const QColor color = tinted(themeColors(palette()).warning, 110);
    for (qsizetype at = text.indexOf(m_highlight, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(m_highlight, at + m_highlight.size(), Qt::CaseInsensitive)) {
        const int left = metrics.horizontalAdvance(text.left(at));
        const int width = metrics.horizontalAdvance(text.mid(at, m_highlight.size()));
        painter.fillRect(x + left, y, width, metrics.lineSpacing(), color);
    }
}

} // namespace lockstep
