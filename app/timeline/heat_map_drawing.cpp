// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
/// How the heat map is drawn.
#include "app/text/number_text.h"
#include "app/theme/theme.h"
#include "app/timeline/heat_colors.h"
#include "app/timeline/heat_map.h"
#include "app/timeline/heat_map_layout.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kLegendWidth = 14;
/// So many lines of text apart stand the names of ranks and steps.
constexpr int kRankTitle = 16;
constexpr int kStepTitle = 90;

/// A pleasant number of ranks or steps between two titles: 1, 2, 5, 10, ...
std::int64_t pleasant(double least)
{
    const double power = std::pow(10, std::floor(std::log10(std::max(1.0, least))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least)
            return static_cast<std::int64_t>(factor * power);
    }
    return static_cast<std::int64_t>(10 * power);
}

} // namespace

void HeatMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ThemeColors& colors = themeColors(palette());
    painter.fillRect(rect(), colors.card);
    if (m_image.isNull()) {
        painter.setPen(colors.mutedText);
        if (isWhole())
            painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                             tr("No rank has finished a step yet."));
        return;
    }
    drawPicture(painter);
    drawAxes(painter);
    drawLegend(painter);
    drawChoice(painter);
}

/// One of other steps, until that of these is made, stands where its steps are.
void HeatMap::drawPicture(QPainter& painter) const
{
    const QRectF map = area();
    const double perStep = map.width() / (m_upper - m_lower);
    const QRectF place(map.left() + (m_imageLower - m_lower) * perStep, map.top(),
                       (m_imageUpper - m_imageLower) * perStep, map.height());
    painter.save();
    painter.setClipRect(map);
    painter.drawImage(place, m_image);
    painter.restore();
}

void HeatMap::drawAxes(QPainter& painter) const
{
    const ThemeColors& colors = themeColors(palette());
    const QRect map = area();
    painter.setPen(colors.mutedText);
    const double rankHeight = static_cast<double>(map.height()) / static_cast<double>(m_ranks.size());
    const auto everyRank = static_cast<qsizetype>(pleasant(kRankTitle / rankHeight));
    for (qsizetype i = 0; i < m_ranks.size(); i += everyRank) {
        const double middle = map.top() + (static_cast<double>(i) + 0.5) * rankHeight;
        painter.drawText(QRectF(4, middle - kRankTitle / 2.0, kHeatLeft - 12, kRankTitle),
                         Qt::AlignRight | Qt::AlignVCenter, QLocale().toString(m_ranks[i]));
    }
    const double perStep = map.width() / (m_upper - m_lower);
    const std::int64_t everyStep = pleasant(kStepTitle / perStep);
    const auto first = static_cast<std::int64_t>(std::ceil(m_lower / static_cast<double>(everyStep)));
    for (std::int64_t step = first * everyStep; static_cast<double>(step) < m_upper; step += everyStep) {
        const double x = map.left() + (static_cast<double>(step) - m_lower) * perStep;
        painter.drawLine(QPointF(x, map.bottom() + 1), QPointF(x, map.bottom() + 5));
        painter.drawText(QRectF(x - kStepTitle / 2.0, map.bottom() + 6, kStepTitle, kHeatBottom - 8),
                         Qt::AlignHCenter | Qt::AlignTop, QLocale().toString(qlonglong{step}));
    }
}

/// The ends say when values lie beyond them.
void HeatMap::drawLegend(QPainter& painter) const
{
    const ThemeColors& colors = themeColors(palette());
    const QRect bar(width() - kHeatRight + 14, kHeatTop, kLegendWidth, area().height());
    for (int y = 0; y < bar.height(); ++y)
        painter.fillRect(
            bar.left(), bar.top() + y, bar.width(), 1,
            heatColor(1 - static_cast<float>(y) / static_cast<float>(std::max(1, bar.height() - 1))));
    painter.setPen(colors.mutedText);
    const int titles = bar.height() >= 5 * kRankTitle ? 5 : 2;
    for (int i = 0; i < titles; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(titles - 1);
        const float value = m_range.low + share * (m_range.high - m_range.low);
        const bool isOpen =
            (i == 0 && m_range.least < m_range.low) || (i == titles - 1 && m_range.most > m_range.high);
        const QString sign = !isOpen ? QString() : i == 0 ? QStringLiteral("≤ ") : QStringLiteral("≥ ");
        const double y = bar.bottom() - static_cast<double>(share) * bar.height();
        painter.drawText(QRectF(bar.right() + 7,
                                std::clamp(y - kRankTitle / 2.0, 0.0, double(bar.bottom() - kRankTitle + 4)),
                                kHeatRight - 40, kRankTitle),
                         Qt::AlignLeft | Qt::AlignVCenter, sign + stepTimeText(value));
    }
}

void HeatMap::drawChoice(QPainter& painter) const
{
    if (!m_choice)
        return;
    const QRect map = area();
    const double rankHeight = static_cast<double>(map.height()) / static_cast<double>(m_ranks.size());
    const double perStep = map.width() / (m_upper - m_lower);
    const QRectF cell(map.left() + (static_cast<double>(m_choice->step) - m_lower) * perStep,
                      map.top() + static_cast<double>(m_choice->rank) * rankHeight, std::max(3.0, perStep),
                      std::max(3.0, rankHeight));
    painter.setClipRect(map);
    painter.setPen(QPen(themeColors(palette()).text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell);
    painter.setClipping(false);
}

} // namespace lockstep
