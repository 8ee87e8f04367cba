// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/card_painter.h"

#include "app/theme/icons.h"
#include "app/topology/card/card_chips.h"
#include "app/topology/card/card_lamp.h"
#include "app/topology/card/card_style.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kSmallDetail = 0.55;
constexpr qreal kCorner = 9;
constexpr qreal kMargin = 12;
constexpr int kIconSize = 30;
constexpr int kWarningSize = 14;
constexpr QPointF kLamp{kCardRect.width() - 15, 18};
constexpr qreal kLampRadius = 5;
constexpr qreal kPictureOpacity = 0.85;
constexpr qreal kBadgeLeft = 8;
constexpr qreal kBadgeRise = 0.62; ///< how much of a badge is above the card

void drawElided(QPainter& painter, const QRectF& room, const QString& text,
                Qt::TextElideMode mode = Qt::ElideRight)
{
    const QString shown = painter.fontMetrics().elidedText(text, mode, static_cast<int>(room.width()));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
}

void paintFrame(QPainter& painter, const CanvasCard& card, const CardStyle& style, const ThemeColors& colors)
{
    if (style.detail > 0.6) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 26));
        painter.drawRoundedRect(kCardRect.translated(0, 3).adjusted(-1.5, -1, 1.5, 2), kCorner + 2,
                                kCorner + 2);
        painter.setBrush(QColor(0, 0, 0, 36));
        painter.drawRoundedRect(kCardRect.translated(0, 1.5).adjusted(-0.5, 0, 0.5, 0.5), kCorner, kCorner);
    }
    const bool isLit = style.isSelected || style.isTarget;
    painter.setPen(QPen(isLit             ? colors.accent
                        : style.isHovered ? colors.mutedText
                                          : colors.cardBorder,
                        isLit ? 2 : 1));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(kCardRect.adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
    painter.setPen(Qt::NoPen);
    painter.setBrush(stateColor(card, colors));
    painter.drawRoundedRect(QRectF(1, 12, 3.5, kCardRect.height() - 24), 1.7, 1.7);
}

/// The ranks are shown whole; what there is not room for is taken out of the address.
void paintSubtitle(QPainter& painter, const CanvasCard& card)
{
    const QRectF room(kCardTextLeft, 29, kCardRect.width() - kCardTextLeft - 10, 17);
    const QFontMetricsF metrics(painter.font());
    const QString tail = QStringLiteral(" · ") + card.ranks;
    if (card.ranks.isEmpty() || !card.subtitle.endsWith(tail) ||
        metrics.horizontalAdvance(card.subtitle) <= room.width()) {
        drawElided(painter, room, card.subtitle);
        return;
    }
    const qreal tailWidth = qMin(std::ceil(metrics.horizontalAdvance(tail)) + 1, room.width() * 0.6);
    const QString address = painter.fontMetrics().elidedText(
        card.subtitle.chopped(tail.size()), Qt::ElideMiddle, static_cast<int>(room.width() - tailWidth));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, address);
    drawElided(painter, room.adjusted(metrics.horizontalAdvance(address), 0, 0, 0), tail);
}

/// How busy the host is while it trains, else what it is.
void paintThirdLine(QPainter& painter, const CanvasCard& card, const ThemeColors& colors)
{
    const HostLoad& load = card.lamp.load;
    painter.setPen(load.isKnown() && !load.staleSince ? colors.text : colors.mutedText);
    drawElided(painter, QRectF(kMargin + 2, 45, kCardRect.width() - 2 * kMargin, 17),
               load.isKnown() ? loadLine(load) : card.facts);
}

/// On the upper edge of the card, over whatever is there; at its left, for in the middle begin new links.
void paintBadge(QPainter& painter, const CanvasBadge& badge, const CardStyle& style,
                const ThemeColors& colors)
{
    const QColor color = badge.tone == CanvasBadge::Tone::Bad ? colors.bad : colors.warning;
    const bool isFar = style.detail < kSmallDetail;
    painter.setFont(cardFont(isFar ? 20 : 11, QFont::DemiBold));
    const qreal height = isFar ? 28 : 18;
    const qreal width = qMin(painter.fontMetrics().horizontalAdvance(badge.text) + height,
                             kCardRect.width() - 2 * kBadgeLeft);
    const QRectF room(kBadgeLeft, -kBadgeRise * height, width, height);
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(room, height / 2, height / 2);
    painter.setPen(color);
    const QString shown =
        painter.fontMetrics().elidedText(badge.text, Qt::ElideRight, static_cast<int>(width - height / 2));
    painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, shown);
}

void paintHead(QPainter& painter, const CanvasCard& card, const CardStyle& style, const ThemeColors& colors)
{
    const qreal ratio = style.devicePixelRatio * qMax(1.0, style.detail);
    painter.drawPixmap(QPointF(14, 12), tintedPixmap(card.icon, colors.accent, kIconSize, ratio));
    // A warning stands in the place of a lamp that is off, else beside it.
    const bool warns = card.warns();
    const bool isLit = card.lamp.isLit() || !warns;
    const qreal aside = isLit ? 12 + kWarningSize / 2.0 : 0;
    if (warns) {
        painter.drawPixmap(kLamp - QPointF(aside + kWarningSize / 2.0, kWarningSize / 2.0),
                           tintedPixmap(QStringLiteral("warning"), colors.warning, kWarningSize, ratio));
    }
    painter.setFont(cardFont(14, QFont::DemiBold));
    painter.setPen(colors.text);
    const qreal nameWidth = kCardRect.width() - kCardTextLeft - 27 - aside;
    drawElided(painter, QRectF(kCardTextLeft, 8, nameWidth, 21), card.name);
    if (isLit)
        paintLamp(painter, card, kLamp, kLampRadius, colors);
}

void paintBody(QPainter& painter, const CanvasCard& card, const CardStyle& style, const ThemeColors& colors)
{
    if (style.detail < kSmallDetail) {
        // From far away a card says its name alone, large, and what its lamp does.
        const bool isLit = card.lamp.isLit();
        painter.setFont(cardFont(26, QFont::DemiBold));
        painter.setPen(colors.text);
        drawElided(painter, kCardRect.adjusted(18, 0, isLit ? -38 : -14, 0), card.name);
        if (isLit)
            paintLamp(painter, card, {kCardRect.width() - 22, kCardRect.center().y()}, 2 * kLampRadius,
                      colors);
        return;
    }
    paintHead(painter, card, style, colors);
    painter.setFont(cardFont(11, QFont::Normal));
    painter.setPen(colors.mutedText);
    paintSubtitle(painter, card);
    paintThirdLine(painter, card, colors);
    paintChips(painter, card, colors);
}

} // namespace

void paintCanvasCard(QPainter& painter, const CanvasCard& card, const CardStyle& style,
                     const ThemeColors& colors)
{
    if (style.detail < 0.25) {
        painter.fillRect(kCardRect, style.isSelected ? colors.accent : stateColor(card, colors));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter, card, style, colors);
    paintBody(painter, card, style, colors);
    if (!card.badge.text.isEmpty())
        paintBadge(painter, card.badge, style, colors);
}

QPixmap cardPicture(const CanvasCard& card, qreal devicePixelRatio, const ThemeColors& colors)
{
    QPixmap picture((kCardRect.size() * devicePixelRatio).toSize() + QSize(4, 4));
    picture.setDevicePixelRatio(devicePixelRatio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setOpacity(kPictureOpacity);
    CardStyle style;
    style.devicePixelRatio = devicePixelRatio;
    paintCanvasCard(painter, card, style, colors);
    return picture;
}

} // namespace lockstep
