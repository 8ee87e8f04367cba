// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/theme_style.h"

#include "app/theme/theme.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qreal kCorner = 3;
constexpr qreal kOutline = 1.2;
constexpr qreal kStroke = 0.14; ///< of the side
constexpr qreal kFocus = 2;

/// The largest square in the middle, inside of its outline.
QRectF squareIn(const QRect& rect)
{
    const qreal side = std::min(rect.width(), rect.height()) - kOutline;
    QRectF square(0, 0, side, side);
    square.moveCenter(QRectF(rect).center());
    return square;
}

void paintTick(QPainter& painter, const QRectF& box)
{
    const auto at = [&box](qreal right, qreal down) {
        return QPointF(box.left() + right * box.width(), box.top() + down * box.height());
    };
    painter.drawPolyline(QPolygonF{at(0.24, 0.52), at(0.43, 0.7), at(0.77, 0.32)});
}

void paintOutline(QPainter& painter, const QStyleOption& option, bool isFilled)
{
    const ThemeColors& colors = themeColors(option.palette);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const QColor disabled = option.palette.color(QPalette::Disabled, QPalette::Text);
    const QColor fill = isEnabled ? colors.accent : disabled;
    const bool isFocused = isEnabled && option.state & QStyle::State_HasFocus;
    const QColor outline = !isEnabled ? disabled : isFilled || isFocused ? colors.accent : colors.mutedText;
    painter.setPen(QPen(outline, isFocused ? kFocus : kOutline));
    painter.setBrush(isFilled ? fill : option.palette.color(QPalette::Base));
}

void paintBox(QPainter& painter, const QStyleOption& option)
{
    const QRectF box = squareIn(option.rect);
    const bool isPartial = option.state & QStyle::State_NoChange;
    const bool isOn = option.state & QStyle::State_On;
    paintOutline(painter, option, isOn || isPartial);
    painter.drawRoundedRect(box, kCorner, kCorner);
    painter.setPen(QPen(option.palette.color(QPalette::Base), kStroke * box.width(), Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (isPartial)
        painter.drawLine(QPointF(box.left() + 0.28 * box.width(), box.center().y()),
                         QPointF(box.right() - 0.28 * box.width(), box.center().y()));
    else if (isOn)
        paintTick(painter, box);
}

void paintRing(QPainter& painter, const QStyleOption& option)
{
    const QRectF ring = squareIn(option.rect);
    const bool isOn = option.state & QStyle::State_On;
    paintOutline(painter, option, isOn);
    painter.drawEllipse(ring);
    if (!isOn)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(option.palette.color(QPalette::Base));
    painter.drawEllipse(ring.center(), ring.width() * 0.2, ring.width() * 0.2);
}

} // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (element == PE_IndicatorCheckBox)
        paintBox(*painter, *option);
    else
        paintRing(*painter, *option);
    painter->restore();
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    const auto* entry = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    const bool isLine = element == CE_MenuItem && entry &&
                        entry->menuItemType == QStyleOptionMenuItem::Separator && entry->text.isEmpty();
    if (!isLine)
        return QProxyStyle::drawControl(element, option, painter, widget);
    constexpr int kIndent = 5;
    const QRect& rect = option->rect;
    painter->fillRect(rect.left() + kIndent, rect.center().y(), rect.width() - 2 * kIndent, 1,
                      themeColors(option->palette).grid);
}

} // namespace lockstep
