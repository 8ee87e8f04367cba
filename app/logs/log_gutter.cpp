// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_gutter.h"

#include "app/theme/theme.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kBar = 3;
constexpr int kSpace = 8;
/// As many digits as most logs need, so that the text does not move later.
constexpr qsizetype kLeastDigits = 4;

} // namespace

void LogGutter::setSources(const QVector<LogSource>& sources)
{
    m_sources = sources;
    int last = 0;
    for (const LogSource& source : sources)
        last = std::max(last, source.rank);
    m_characters = sources.size() > 1 ? QString::number(last).size() : kLeastDigits;
}

QString LogGutter::textOf(const LogLine& line) const
{
    if (m_sources.size() <= 1)
        return line.number > 0 ? QString::number(line.number) : QString();
    const int rank = m_sources[line.source].rank;
    return rank >= 0 ? QString::number(rank) : QStringLiteral("–");
}

bool LogGutter::fit(const QVector<LogRows::Row>& rows)
{
    qsizetype most = m_characters;
    for (const LogRows::Row& row : rows)
        most = std::max(most, row.line ? textOf(*row.line).size() : 0);
    return std::exchange(m_characters, most) != most;
}

int LogGutter::width(const QFontMetrics& metrics) const
{
    return 2 * kSpace + static_cast<int>(m_characters) * metrics.horizontalAdvance(u'0');
}

QString LogGutter::describe(const LogLine& line) const
{
    QStringList parts;
    const int rank = line.source < m_sources.size() ? m_sources[line.source].rank : -1;
    if (rank >= 0)
        parts.append(tr("Rank %1").arg(rank));
    if (line.number > 0)
        parts.append(tr("line %1").arg(QLocale().toString(line.number)));
    if (line.repeats > 1)
        parts.append(tr("%1 times the same").arg(QLocale().toString(line.repeats)));
    return parts.join(tr(", "));
}

void LogGutter::paint(QPainter& painter, const LogRows::Row& row, int y, int width,
                      const QPalette& palette) const
{
    const QFontMetrics metrics = painter.fontMetrics();
    const ThemeColors& colors = themeColors(palette);
    const int line = metrics.lineSpacing();
    painter.fillRect(0, y, this->width(metrics), line, palette.color(QPalette::Base));
    if (row.level && *row.level >= LogLevel::Warning)
        painter.fillRect(0, y, kBar, line, *row.level == LogLevel::Error ? colors.bad : colors.warning);
    if (!row.line)
        return;
    painter.setPen(colors.mutedText);
    painter.drawText(QRect(0, y, this->width(metrics) - kSpace, line), Qt::AlignRight | Qt::AlignVCenter,
                     textOf(*row.line));
    if (row.line->repeats < 2)
        return;
    const QString times = QStringLiteral("× ") + QLocale().toString(row.line->repeats);
    const int wide = metrics.horizontalAdvance(times) + 2 * kSpace;
    painter.fillRect(width - wide, y, wide, line, colors.panel);
    painter.setPen(colors.accent);
    painter.drawText(QRect(width - wide, y, wide, line), Qt::AlignCenter, times);
}

} // namespace lockstep
