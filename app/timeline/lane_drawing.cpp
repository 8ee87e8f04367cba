// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
/// How the lanes are drawn.
#include "app/theme/part_color.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/lane_text.h"
#include "app/timeline/lane_view.h"

#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kStepTitleRoom = 60;

/// Colours by the share of the pixel that each covers, over nothing.
QRgb mixed(std::span<const QColor> colors, std::span<const float> shares)
{
    float red = 0;
    float green = 0;
    float blue = 0;
    float whole = 0;
    for (std::size_t i = 0; i < colors.size(); ++i)
        whole += shares[i];
    const float scale = 255.0F / std::max(1.0F, whole);
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const float share = shares[i] * scale;
        red += share * colors[i].redF();
        green += share * colors[i].greenF();
        blue += share * colors[i].blueF();
    }
    const auto rounded = [](float value) { return static_cast<int>(value + 0.5F); };
    return qRgba(rounded(red), rounded(green), rounded(blue), rounded(std::min(1.0F, whole) * 255.0F));
}

void fillRows(QImage& image, int top, int height, std::size_t column, QRgb color)
{
    for (int y = top; y < top + height; ++y)
        reinterpret_cast<QRgb*>(image.scanLine(y))[column] = color;
}

} // namespace

void LaneView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const ThemeColors& colors = themeColors(palette());
    painter.fillRect(viewport()->rect(), colors.card);
    if (m_store == nullptr || m_slots.all().empty()) {
        painter.setPen(colors.mutedText);
        painter.drawText(viewport()->rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No step tells where its time went yet. Engines tell of a step now and then, at "
                            "most twice a second; older ones never do."));
        return;
    }
    painter.setClipRect(0, kLaneHeaderHeight, viewport()->width(), viewport()->height());
    const int scrolled = verticalScrollBar()->value();
    for (auto lane = static_cast<std::size_t>(scrolled / kLaneHeight); lane < m_store->ranks().size();
         ++lane) {
        const int top = kLaneHeaderHeight + static_cast<int>(lane) * kLaneHeight - scrolled;
        if (top > viewport()->height())
            break;
        drawLane(painter, lane, top);
    }
    painter.setClipping(false);
    drawHeader(painter);
}

/// The steps, and the marks between them.
void LaneView::drawHeader(QPainter& painter) const
{
    const ThemeColors& colors = themeColors(palette());
    painter.setPen(colors.grid);
    painter.drawLine(0, kLaneHeaderHeight - 1, viewport()->width(), kLaneHeaderHeight - 1);
    painter.drawLine(kLaneNameWidth - 1, 0, kLaneNameWidth - 1, viewport()->height());
    painter.setPen(colors.mutedText);
    painter.drawText(QRect(8, 0, kLaneNameWidth - 16, kLaneHeaderHeight), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(tr("Rank"), Qt::ElideRight, kLaneNameWidth - 16));
    painter.setClipRect(kLaneNameWidth, 0, lanesWidth(), viewport()->height());
    const auto [first, last] = m_slots.within(m_fromUs, m_fromUs + m_spanUs);
    double free = kLaneNameWidth; // what a title has not taken
    for (std::size_t i = first; i < last; ++i) {
        const StepSlot& slot = m_slots.all()[i];
        const double left = std::max<double>(pixelOf(slot.atUs), kLaneNameWidth);
        const double right = std::min<double>(pixelOf(slot.atUs + slot.lengthUs), viewport()->width());
        if (right - left >= kStepTitleRoom) {
            const QString title =
                tr("Step %1  ·  %2")
                    .arg(QLocale().toString(qlonglong{slot.step} + 1), timeText(slot.lengthUs));
            const QRectF room(left + 6, 0, right - left - 8, kLaneHeaderHeight);
            painter.setPen(colors.text);
            painter.drawText(
                room, Qt::AlignVCenter | Qt::AlignLeft,
                painter.fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(room.width())));
            free = right;
        } else if (left >= free) {
            const QString title = QLocale().toString(qlonglong{slot.step} + 1);
            painter.setPen(colors.mutedText);
            painter.drawText(QPointF(left + 2, kLaneHeaderHeight - 9), title);
            free = left + painter.fontMetrics().horizontalAdvance(title) + 14;
        }
        if (right - left > 8) {
            painter.setPen(QPen(colors.grid, 1, Qt::DashLine));
            painter.drawLine(QPointF(left, kLaneHeaderHeight), QPointF(left, viewport()->height()));
        }
    }
    painter.setClipping(false);
}

void LaneView::drawLane(QPainter& painter, std::size_t lane, int top)
{
    const ThemeColors& colors = themeColors(palette());
    const RankTimeline& rank = m_store->ranks()[lane];
    const bool isChosen = m_choice && m_choice->lane == lane;
    if (isChosen)
        painter.fillRect(0, top, viewport()->width(), kLaneHeight, colors.panel);
    painter.setPen(isChosen ? colors.text : colors.mutedText);
    const QRect name(8, top, kLaneNameWidth - 16, kLaneHeight);
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(laneName(rank), Qt::ElideRight, name.width()));
    painter.drawImage(QPointF(kLaneNameWidth, top), laneImage(lane));
    painter.setPen(colors.grid);
    painter.drawLine(0, top + kLaneHeight - 1, viewport()->width(), top + kLaneHeight - 1);
    const StepSlot* slot = isChosen ? m_slots.find(m_choice->step) : nullptr;
    const ToldStep* step = slot != nullptr ? told(lane, slot->step) : nullptr;
    if (step == nullptr)
        return;
    const double begin = beginOnAxis(*slot, *step, m_clocks[lane]);
    const double left = std::max<double>(pixelOf(begin), kLaneNameWidth);
    const double right =
        std::min<double>(pixelOf(begin + lengthUs(step->timeline)), viewport()->width() - 1.0);
    painter.setPen(QPen(colors.text, 1));
    painter.setBrush(Qt::NoBrush);
    if (right > left)
        painter.drawRect(QRectF(left, top + 2, right - left, kLaneHeight - 5));
}

QImage LaneView::laneImage(std::size_t lane) const
{
    const qreal ratio = devicePixelRatioF();
    const int width = std::max(1, static_cast<int>(std::lround(lanesWidth() * ratio)));
    const auto rows = [ratio](int logical) { return static_cast<int>(std::lround(logical * ratio)); };
    std::vector<LaneColumn> columns(static_cast<std::size_t>(width));
    coverLane(m_store->ranks()[lane], m_clocks[lane], m_slots, {m_fromUs, m_spanUs / width}, columns);

    const ThemeColors& colors = themeColors(palette());
    std::array<QColor, kStepParts.size()> parts;
    for (const StepPart part : kStepParts)
        parts[static_cast<std::size_t>(part)] = partColor(part, colors);
    const std::array<QColor, 2> buckets = bucketColors(colors);
    QImage image(width, rows(kLaneHeight), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        fillRows(image, rows(kPartsTop), rows(kPartsHeight), x, mixed(parts, columns[x].parts));
        fillRows(image, rows(kBucketsTop), rows(kBucketsHeight), x, mixed(buckets, columns[x].buckets));
    }
    image.setDevicePixelRatio(ratio);
    return image;
}

} // namespace lockstep
