// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_rows.h"
#include "app/logs/log_walk.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPalette>

class QPainter;

namespace lockstep {

/// What stands to the left of the rows of a log: the number of a line, or its rank where several logs are
/// shown; a bar in the colour of a warning or an error; and at the right edge how many lines a line stands
/// for.
class LogGutter {
    Q_DECLARE_TR_FUNCTIONS(lockstep::LogGutter)
public:
    /// Other logs are shown.
    void setSources(const QVector<LogSource>& sources);
    /// Makes room for what is to be written beside these rows; it never becomes narrower while the same logs
    /// are shown. True when it became wider.
    bool fit(const QVector<LogRows::Row>& rows);
    int width(const QFontMetrics& metrics) const;
    /// What is taken at the right edge; 0 while no line stands for several.
    int widthAtRight(const QFontMetrics& metrics) const;

    /// What is known of a line, in words; empty when nothing is.
    QString describe(const LogLine& line) const;
    /// Beside a row with this upper edge. `width`: of the whole area.
    void paint(QPainter& painter, const LogRows::Row& row, int y, int width, const QPalette& palette) const;

private:
    QString textOf(const LogLine& line) const;

    QVector<LogSource> m_sources;
    qsizetype m_characters = 0;
    qsizetype m_repeatCharacters = 0; ///< at the right edge
};

} // namespace lockstep
