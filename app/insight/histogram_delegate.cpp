// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/histogram_delegate.h"

#include "app/insight/histogram_view.h"
#include "app/insight/tensor_model.h"
#include "app/theme/theme.h"

#include <QPainter>
#include <algorithm>

namespace lockstep {

namespace {

/// Two pixels a bar.
constexpr int kWidth = 2 * static_cast<int>(kHistogramBins);

} // namespace

void HistogramDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index); // the ground
    const bool isSelected = option.state & QStyle::State_Selected;
    const QColor color =
        isSelected ? option.palette.color(QPalette::HighlightedText) : themeColors(option.palette).accent;
    const QRect cell = option.rect.adjusted(4, 3, -4, -3);
    const QRectF room(cell.left(), cell.top(), std::min(cell.width(), kWidth), cell.height());
    paintHistogram(*painter, room, index.data(TensorModel::kHistogramRole).value<QVector<qint64>>(), color);
}

QSize HistogramDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {kWidth + 8, QStyledItemDelegate::sizeHint(option, index).height()};
}

} // namespace lockstep
