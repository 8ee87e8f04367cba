// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/count_bar_delegate.h"

#include "app/look/class_count_model.h"
#include "app/theme/theme.h"

#include <QPainter>

namespace lockstep {

void CountBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear();
    QStyledItemDelegate::paint(painter, cell, QModelIndex()); // its ground
    const ThemeColors& colors = themeColors(option.palette);
    QRect room = option.rect.adjusted(4, 4, -4, -4);
    const int length = qRound(room.width() * index.data(ClassCountModel::kShareRole).toDouble());
    QColor bar = colors.accent;
    bar.setAlphaF(0.38F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(bar);
    if (length > 0)
        painter->drawRoundedRect(QRect(room.topLeft(), QSize(length, room.height())), 2, 2);
    painter->setPen(colors.text);
    painter->drawText(room.adjusted(4, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

} // namespace lockstep
