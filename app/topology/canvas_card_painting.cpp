// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a card looks.
#include "app/topology/canvas_card.h"

#include "app/theme/icons.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace lockstep {

namespace {

constexpr qreal kSmallDetail = 0.55;
constexpr qreal kTextLeft = 54;
constexpr qreal kCorner = 9;
constexpr qreal kChipHeight = 18;
constexpr qreal kChipGap = 4;
constexpr qreal kNarrowGap = 2;
constexpr qreal kChipPadding = 6;
constexpr qreal kNarrowPadding = 4;
constexpr qreal kMargin = 12;
constexpr qreal kNarrowMargin = 8;

QColor stateColor(CanvasCard::State state, const ThemeColors& colors)
{
    switch (state) {
    case CanvasCard::State::Idle:
        return colors.mutedText;
    case CanvasCard::State::Ready:
        return colors.good;
    case CanvasCard::State::Warning:
        return colors.warning;
    case CanvasCard::State::Failed:
        break;
    }
    return colors.bad;
}

QFont cardFont(int pixels, QFont::Weight weight)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QFont chipFont()
{
    return cardFont(10, QFont::Bold);
}

void drawElided(QPainter& painter, const QRectF& room, const QString& text)
{
    const QString shown =
        painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width()));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
}

void paintChip(QPainter& painter, const CanvasCard::Chip& chip, const QRectF& room, const ThemeColors& colors)
{
    QColor color = colors.mutedText;
    if (chip.isChosen)
        color = chip.device.kind == DeviceKind::Cuda ? colors.good : colors.accent;
    QColor tint = color;
    tint.setAlpha(chip.isChosen ? 60 : 0);
    QColor border = color;
    border.setAlpha(chip.isChosen ? 130 : 70);
    painter.setPen(QPen(border, 1));
    painter.setBrush(tint);
    painter.drawRoundedRect(room.adjusted(0.5, 0.5, -0.5, -0.5), kChipHeight / 2, kChipHeight / 2);
    painter.setPen(color);
    painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, chip.text);
}

void paintChips(QPainter& painter, const CanvasCard& card, const ThemeColors& colors)
{
    const std::vector<QRectF> rooms = chipRects(card);
    painter.setFont(chipFont());
    for (std::size_t index = 0; index < rooms.size(); ++index)
        paintChip(painter, card.chips[index], rooms[index], colors);
    const std::size_t left = card.chips.size() - rooms.size();
    if (left == 0 || rooms.empty())
        return;
    painter.setPen(colors.mutedText);
    painter.drawText(QPointF(rooms.back().right() + kChipGap, rooms.back().bottom() - 5),
                     QStringLiteral("+%1").arg(left));
}

void paintFrame(QPainter& painter, const CanvasCard& card, const CardLook& look, const ThemeColors& colors)
{
    if (look.detail > 0.6) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 26));
        painter.drawRoundedRect(kCardRect.translated(0, 3).adjusted(-1.5, -1, 1.5, 2), kCorner + 2,
                                kCorner + 2);
        painter.setBrush(QColor(0, 0, 0, 36));
        painter.drawRoundedRect(kCardRect.translated(0, 1.5).adjusted(-0.5, 0, 0.5, 0.5), kCorner, kCorner);
    }
    const bool isLit = look.isSelected || look.isTarget;
    painter.setPen(QPen(isLit            ? colors.accent
                        : look.isHovered ? colors.mutedText
                                         : colors.cardBorder,
                        isLit ? 2 : 1));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(kCardRect.adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
    painter.setPen(Qt::NoPen);
    painter.setBrush(stateColor(card.state, colors));
    painter.drawRoundedRect(QRectF(1, 12, 3.5, kCardRect.height() - 24), 1.7, 1.7);
}

/// How chips stand in a row, in the card's own coordinates.
struct ChipRoom {
    qreal left;
    qreal right;
    qreal padding;
    qreal gap;
};

/// As many as there is room for, with `spared` left empty at the end.
std::vector<QRectF> chipsIn(const ChipRoom& room, const CanvasCard& card, const QFontMetricsF& metrics,
                            qreal spared)
{
    const qreal top = card.facts.isEmpty() ? 58 : 67;
    qreal left = room.left;
    std::vector<QRectF> chips;
    for (const CanvasCard::Chip& chip : card.chips) {
        const qreal width = qMax(kChipHeight, metrics.horizontalAdvance(chip.text) + 2 * room.padding);
        if (left + width > room.right - spared)
            break;
        chips.emplace_back(left, top, width, kChipHeight);
        left += width + room.gap;
    }
    return chips;
}

} // namespace

std::vector<QRectF> chipRects(const CanvasCard& card)
{
    // Beneath the name where they fit there, else over the whole card, and closer together.
    constexpr ChipRoom kRoomy{kTextLeft, kCardRect.width() - kMargin, kChipPadding, kChipGap};
    constexpr ChipRoom kNarrow{kNarrowMargin, kCardRect.width() - kNarrowMargin, kNarrowPadding, kNarrowGap};
    const QFontMetricsF metrics(chipFont());
    std::vector<QRectF> rooms = chipsIn(kRoomy, card, metrics, 0);
    if (rooms.size() < card.chips.size())
        rooms = chipsIn(kNarrow, card, metrics, 0);
    if (rooms.size() < card.chips.size()) // and how many more there are
        rooms = chipsIn(kNarrow, card, metrics, metrics.horizontalAdvance(QStringLiteral("+64")) + kChipGap);
    return rooms;
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

void paintCanvasCard(QPainter& painter, const CanvasCard& card, const CardLook& look,
                     const ThemeColors& colors)
{
    if (look.detail < 0.25) {
        painter.fillRect(kCardRect, look.isSelected ? colors.accent : stateColor(card.state, colors));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter, card, look, colors);
    if (look.detail < kSmallDetail) {
        // From far away a card says its name alone, large.
        painter.setFont(cardFont(26, QFont::DemiBold));
        painter.setPen(colors.text);
        drawElided(painter, kCardRect.adjusted(18, 0, -14, 0), card.name);
        return;
    }
    constexpr int kIconSize = 30;
    const QColor iconColor = card.icon == QLatin1String("switch") ? colors.good : colors.accent;
    painter.drawPixmap(QPointF(14, 12), tintedPixmap(card.icon, iconColor, kIconSize,
                                                     look.devicePixelRatio * qMax(1.0, look.detail)));
    painter.setFont(cardFont(14, QFont::DemiBold));
    painter.setPen(colors.text);
    drawElided(painter, QRectF(kTextLeft, 8, kCardRect.width() - kTextLeft - 26, 21), card.name);
    painter.setPen(Qt::NoPen);
    painter.setBrush(stateColor(card.state, colors));
    painter.drawEllipse(QPointF(kCardRect.right() - 15, 18), 4, 4);
    const qreal width = kCardRect.width() - kTextLeft - 10;
    painter.setFont(cardFont(11, QFont::Normal));
    painter.setPen(colors.mutedText);
    drawElided(painter, QRectF(kTextLeft, 29, width, 17), card.subtitle);
    drawElided(painter, QRectF(kMargin + 2, 46, kCardRect.width() - 2 * kMargin, 17), card.facts);
    paintChips(painter, card, colors);
}

} // namespace lockstep
