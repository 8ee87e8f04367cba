// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/canvas_painting.h"

#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/viewport/canvas_grid.h"

#include <QCoreApplication>
#include <QGraphicsView>
#include <QPainter>
#include <cmath>

namespace lockstep {

namespace {

constexpr qreal kLeastGridZoom = 0.35;
constexpr qreal kWideGridZoom = 0.7; ///< below it every second dot is left out
constexpr qreal kDotSize = 2;
constexpr int kHintMargin = 14;

struct Canvas {
    Q_DECLARE_TR_FUNCTIONS(lockstep::TopologyView)
};

QFont titleFont(const QWidget& view)
{
    QFont font = view.font();
    font.setPointSizeF(font.pointSizeF() * 1.4);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

void paintGround(QPainter& painter, const QGraphicsView& view, const QRectF& room)
{
    const ThemeColors& colors = themeColors(view.palette());
    const qreal zoom = view.transform().m11();
    painter.fillRect(room, colors.window);
    if (zoom < kLeastGridZoom)
        return;
    // Plain squares, whatever the zoom: round antialiased dots would take longer than everything else
    // together.
    const QTransform toDevice = painter.worldTransform();
    const qreal step = zoom < kWideGridZoom ? 2 * kCanvasGrid : kCanvasGrid;
    QVarLengthArray<QRectF, 4096> dots;
    for (qreal x = std::floor(room.left() / step) * step; x < room.right(); x += step) {
        for (qreal y = std::floor(room.top() / step) * step; y < room.bottom(); y += step) {
            const QPointF corner = toDevice.map(QPointF(x, y));
            dots.append(QRectF(std::round(corner.x()), std::round(corner.y()), kDotSize, kDotSize));
        }
    }
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.grid);
    painter.drawRects(dots.data(), static_cast<int>(dots.size()));
    painter.restore();
}

void paintInvitation(QPainter& painter, const QGraphicsView& view)
{
    constexpr int kIcon = 56;
    constexpr int kGap = 12;
    constexpr int kWidest = 540;
    const ThemeColors& colors = themeColors(view.palette());
    const QRect all = view.viewport()->rect();
    const QString title = Canvas::tr("Draw your cluster");
    const QString text =
        Canvas::tr("Drag a host from the left to here, or double-click it.\n"
                   "Point at a card and pull one of its round handles to another card to link them.");
    const QFont large = titleFont(view);
    const int width = qMin(kWidest, all.width() - 4 * kHintMargin);
    const QRect words =
        view.fontMetrics().boundingRect(QRect(0, 0, width, 10000), Qt::AlignHCenter | Qt::TextWordWrap, text);
    const int titleHeight = QFontMetrics(large).height();
    QRect room(0, 0, width, kIcon + kGap + titleHeight + kGap / 2 + words.height());
    room.moveCenter(all.center());
    painter.save();
    painter.resetTransform();
    painter.fillRect(room.adjusted(-2 * kGap, -2 * kGap, 2 * kGap, 2 * kGap),
                     colors.window); // no dots behind letters
    painter.drawPixmap(
        room.center().x() - kIcon / 2, room.top(),
        tintedPixmap(QStringLiteral("network"), colors.cardBorder, kIcon, view.devicePixelRatioF()));
    room.setTop(room.top() + kIcon + kGap);
    painter.setFont(large);
    painter.setPen(colors.text);
    painter.drawText(room, Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine, title);
    room.setTop(room.top() + titleHeight + kGap / 2);
    painter.setFont(view.font());
    painter.setPen(colors.mutedText);
    painter.drawText(room, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, text);
    painter.restore();
}

void paintKeyboardRing(QPainter& painter, const QGraphicsView& view, const QPainterPath& ring)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    QPen pen(themeColors(view.palette()).accent, 2 * view.devicePixelRatioF(),
             ring.isEmpty() ? Qt::SolidLine : Qt::DotLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    if (ring.isEmpty()) {
        painter.resetTransform();
        painter.drawRect(QRectF(view.viewport()->rect()).adjusted(1, 1, -1, -1));
    } else {
        painter.drawPath(ring);
    }
    painter.restore();
}

void paintHint(QPainter& painter, const QGraphicsView& view, const QString& text)
{
    const ThemeColors& colors = themeColors(view.palette());
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(view.font());
    const QRect all = view.viewport()->rect().adjusted(kHintMargin, kHintMargin, -kHintMargin, -kHintMargin);
    const QRect words =
        view.fontMetrics().boundingRect(all.adjusted(kHintMargin, 0, -kHintMargin, 0),
                                        Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, text);
    const QRectF room = QRectF(words).adjusted(-kHintMargin, -6, kHintMargin, 6).translated(0, -6);
    painter.setPen(QPen(colors.accent, 1));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(room, 8, 8);
    painter.setPen(colors.text);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
    painter.restore();
}

} // namespace lockstep
