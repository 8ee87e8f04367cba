// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/sample_delegate.h"

#include "app/preview/picture_model.h"
#include "app/preview/picture_row.h"
#include "app/theme/theme.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr int kSide = 96;
constexpr int kMargin = 6;

} // namespace

void SampleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const ThemeColors& colors = themeColors(option.palette);
    const QRect tile = option.rect.adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
        QColor ground = colors.text;
        ground.setAlphaF(0.08F);
        painter->setPen(Qt::NoPen);
        painter->setBrush(ground);
        painter->drawRoundedRect(tile, 5, 5);
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(colors.accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(tile, 5, 5);
    }
    const QRect square(tile.left() + (tile.width() - kSide) / 2, tile.top() + kMargin, kSide, kSide);
    paintSample(*painter, square, index.data(PictureModel::kImageRole).value<QImage>(), option.palette);
    const QRect line(tile.left() + 4, square.bottom() + 3, tile.width() - 8, option.fontMetrics.height());
    painter->setPen(colors.text);
    painter->drawText(line, Qt::AlignCenter,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, line.width()));
    painter->restore();
}

QSize SampleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {kSide + 4 * kMargin, kSide + 2 * kMargin + option.fontMetrics.height() + 4};
}

} // namespace lockstep
