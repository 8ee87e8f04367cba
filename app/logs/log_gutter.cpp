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

/// How many lines a line stands for.
QString repeatsText(const LogLine& line)
{
    return line.repeats > 1 ? QStringLiteral("× ") + QLocale().toString(line.repeats) : QString();
}

} // namespace

void LogGutter::setSources(const QVector<LogSource>& sources)
{
    m_sources = sources;
    int last = 0;
    for (const LogSource& source : sources)
        last = std::max(last, source.rank);
    m_characters = sources.size() > 1 ? QString::number(last).size() : kLeastDigits;
    m_repeatCharacters = 0;
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
    qsizetype mostRepeats = m_repeatCharacters;
    for (const LogRows::Row& row : rows) {
        if (!row.line)
            continue;
        most = std::max(most, textOf(*row.line).size());
        mostRepeats = std::max(mostRepeats, repeatsText(*row.line).size());
    }
    const bool isWider = std::exchange(m_characters, most) != most;
    return std::exchange(m_repeatCharacters, mostRepeats) != mostRepeats || isWider;
}

int LogGutter::width(const QFontMetrics& metrics) const
{
    return 2 * kSpace + static_cast<int>(m_characters) * metrics.horizontalAdvance(u'0');
}

int LogGutter::widthAtRight(const QFontMetrics& metrics) const
{
    const auto characters = static_cast<int>(m_repeatCharacters);
    return characters > 0 ? 2 * kSpace + characters * metrics.horizontalAdvance(u'0') : 0;
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
    const QString times = repeatsText(*row.line);
    if (times.isEmpty())
        return;
    const int wide = metrics.horizontalAdvance(times) + 2 * kSpace;
    painter.fillRect(width - wide, y, wide, line, colors.panel);
    painter.setPen(colors.accent);
    painter.drawText(QRect(width - wide, y, wide, line), Qt::AlignCenter, times);
}

} // namespace lockstep
