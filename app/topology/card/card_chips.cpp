// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/card_chips.h"

#include "app/topology/card/card_style.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

/// How chips stand in rows, in the card's own coordinates.
struct ChipRows {
    qreal left;
    qreal right;
    qreal top;
    qreal height;
    qreal padding;
    qreal gap;
    int rows;
    int fontPixels;
};

QFont chipFont(int pixels)
{
    return cardFont(pixels, QFont::Bold);
}

/// Beneath the name where they fit there, else over the whole card and closer together, else in two low rows.
std::array<ChipRows, 3> chipRowsOf(const CanvasCard& card)
{
    constexpr qreal kWidth = kCardRect.width();
    const bool isHigh = !card.hasThirdLine();
    const qreal top = isHigh ? 58 : 67;
    return {ChipRows{kCardTextLeft, kWidth - 12, top, 18, 6, 4, 1, 10},
            ChipRows{8, kWidth - 8, top, 18, 4, 2, 1, 10},
            ChipRows{8, kWidth - 8, isHigh ? 52.0 : 62.0, isHigh ? 16.0 : 13.0, 3, 2, 2, isHigh ? 10 : 9}};
}

/// As many as there is room for, with `spared` left empty at the end of the last row.
std::vector<QRectF> chipsIn(const ChipRows& room, const CanvasCard& card, qreal spared)
{
    const QFontMetricsF metrics(chipFont(room.fontPixels));
    qreal left = room.left;
    int row = 0;
    std::vector<QRectF> chips;
    for (const CanvasCard::Chip& chip : card.chips) {
        const qreal width = qMax(room.height, metrics.horizontalAdvance(chip.text) + 2 * room.padding);
        if (left + width > room.right - (row + 1 == room.rows ? spared : 0)) {
            if (++row == room.rows)
                break;
            left = room.left;
        }
        chips.emplace_back(left, room.top + row * (room.height + room.gap), width, room.height);
        left += width + room.gap;
    }
    return chips;
}

qreal moreWidth(const ChipRows& rows)
{
    return QFontMetricsF(chipFont(rows.fontPixels)).horizontalAdvance(QStringLiteral("+64")) + 4;
}

/// The chips and the rows that they stand in.
std::pair<ChipRows, std::vector<QRectF>> placedChips(const CanvasCard& card)
{
    const std::array<ChipRows, 3> all = chipRowsOf(card);
    for (const ChipRows& rows : all) {
        std::vector<QRectF> chips = chipsIn(rows, card, 0);
        if (chips.size() == card.chips.size())
            return {rows, std::move(chips)};
    }
    return {all.back(), chipsIn(all.back(), card, moreWidth(all.back()))}; // and how many more there are
}

/// How busy the device is, as a level that rises from the left.
void paintLoad(QPainter& painter, const HostLoad& load, Device device, const QRectF& pill, QColor color)
{
    const std::optional<double> busy = loadOf(load, device);
    if (!busy)
        return;
    color.setAlpha(load.staleSince ? 40 : 120);
    painter.save();
    painter.setClipRect(
        QRectF(pill.left(), pill.top(), pill.width() * std::clamp(*busy, 0.0, 1.0), pill.height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.restore();
}

void paintChip(QPainter& painter, const CanvasCard::Chip& chip, const HostLoad& load, const QRectF& room,
               const ThemeColors& colors)
{
    const QColor color = chip.isChosen ? colors.accent : colors.mutedText;
    QColor tint = color;
    tint.setAlpha(chip.isChosen ? 60 : 0);
    QColor border = color;
    border.setAlpha(chip.isChosen ? 130 : 70);
    const QRectF inside = room.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(border, 1));
    painter.setBrush(tint);
    painter.drawRoundedRect(inside, inside.height() / 2, inside.height() / 2);
    paintLoad(painter, load, chip.device, inside, load.staleSince ? colors.mutedText : colors.good);
    painter.setPen(color);
    painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, chip.text);
}

} // namespace

std::vector<QRectF> chipRects(const CanvasCard& card)
{
    return placedChips(card).second;
}

std::optional<std::size_t> chipAt(const CanvasCard& card, const QPointF& point)
{
    const std::vector<QRectF> rooms = chipRects(card);
    for (std::size_t index = 0; index < rooms.size(); ++index) {
        if (rooms[index].contains(point))
            return index;
    }
    return std::nullopt;
}

void paintChips(QPainter& painter, const CanvasCard& card, const ThemeColors& colors)
{
    const auto [rows, rooms] = placedChips(card);
    painter.setFont(chipFont(rows.fontPixels));
    for (std::size_t index = 0; index < rooms.size(); ++index)
        paintChip(painter, card.chips[index], card.lamp.load, rooms[index], colors);
    const std::size_t left = card.chips.size() - rooms.size();
    if (left == 0 || rooms.empty())
        return;
    painter.setPen(colors.mutedText);
    const QRectF more(rooms.back().right() + 3, rooms.back().top(), moreWidth(rows), rows.height);
    painter.drawText(more, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     QStringLiteral("+%1").arg(left));
}

} // namespace lockstep
