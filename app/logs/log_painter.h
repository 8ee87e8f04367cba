// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_gutter.h"
#include "app/logs/log_rows.h"
#include "app/logs/log_selection.h"

#include <QFontMetrics>
#include <QRegularExpression>

class QAbstractScrollArea;
class QPainter;

namespace lockstep {

/// Space to the left and right of the rows, in pixels.
inline constexpr int kLogMargin = 8;

/// What stands out in a log.
struct LogMarks {
    const LogSelection& selection;
    QRegularExpression pattern; ///< every match of it, as shown; empty: none
    qint64 matchBegin = -1;     ///< the row that holds this byte
};

/// Draws rows of a log on the viewport of a scroll area.
class LogPainter {
public:
    LogPainter(QPainter& painter, const QAbstractScrollArea& area, const LogGutter& gutter,
               const LogMarks& marks);

    /// From the upper edge down.
    void paint(const QVector<LogRows::Row>& rows);

private:
    void paintRow(const LogRows::Row& row, int y);
    void paintSelection(const LogRows::Row& row, int y);
    void paintMatches(const QString& text, int y);

    QPainter& m_painter;
    const QAbstractScrollArea& m_area;
    const LogGutter& m_gutter;
    const LogMarks& m_marks;
    QFontMetrics m_metrics;
    int m_width;
    int m_left; ///< where the first character of a row stands
};

} // namespace lockstep
