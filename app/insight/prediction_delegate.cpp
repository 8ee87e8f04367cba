// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/prediction_delegate.h"

#include "app/insight/prediction_model.h"
#include "app/preview/picture_row.h"
#include "app/theme/theme.h"

#include <QImage>
#include <QPainter>

namespace lockstep {

namespace {

constexpr int kSide = 96;
constexpr int kMargin = 6;
constexpr int kWidth = kSide + 40; ///< room for a name

void paintGround(QPainter& painter, const QRect& tile, const QStyleOptionViewItem& option)
{
    const ThemeColors& colors = themeColors(option.palette);
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
        QColor ground = colors.text;
        ground.setAlphaF(0.08F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(tile, 5, 5);
    }
    if (option.state & QStyle::State_HasFocus) {
        painter.setPen(colors.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(tile, 5, 5);
    }
}

} // namespace

void PredictionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const ThemeColors& colors = themeColors(option.palette);
    const QRect tile = option.rect.adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintGround(*painter, tile, option);
    const QRect square(tile.left() + (tile.width() - kSide) / 2, tile.top() + kMargin, kSide, kSide);
    paintSample(*painter, square, index.data(PredictionModel::kImageRole).value<QImage>(), option.palette);
    const int height = option.fontMetrics.height();
    QRect line(tile.left() + 4, square.bottom() + 3, tile.width() - 8, height);
    const auto write = [&](const QString& text, const QColor& color) {
        painter->setPen(color);
        painter->drawText(line, Qt::AlignCenter,
                          option.fontMetrics.elidedText(text, Qt::ElideMiddle, line.width()));
        line.translate(0, height);
    };
    write(index.data().toString(), colors.text);
    write(index.data(PredictionModel::kPredictedRole).toString(),
          index.data(PredictionModel::kCorrectRole).toBool() ? colors.good : colors.bad);
    painter->restore();
}

QSize PredictionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {kWidth, kSide + 2 * kMargin + 2 * option.fontMetrics.height() + 4};
}

} // namespace lockstep
