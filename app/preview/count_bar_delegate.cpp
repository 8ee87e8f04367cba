// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/count_bar_delegate.h"

#include "app/preview/class_count_model.h"
#include "app/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace lockstep {

void CountBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear();
    const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    const bool isSelected = option.state & QStyle::State_Selected;
    const ThemeColors& colors = themeColors(option.palette);
    const QColor ink = isSelected ? option.palette.color(QPalette::HighlightedText) : colors.text;
    const QRect room = option.rect.adjusted(4, 4, -4, -4);
    const int length = qRound(room.width() * index.data(ClassCountModel::kShareRole).toDouble());
    QColor bar = isSelected ? ink : colors.accent;
    bar.setAlphaF(isSelected ? 0.3F : 0.38F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(bar);
    if (length > 0)
        painter->drawRoundedRect(QRect(room.topLeft(), QSize(length, room.height())), 2, 2);
    painter->setPen(ink);
    painter->drawText(room.adjusted(4, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

} // namespace lockstep
