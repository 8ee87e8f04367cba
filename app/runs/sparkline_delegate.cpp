// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/sparkline_delegate.h"

#include "app/runs/rank_table_model.h"
#include "app/runs/sparkline.h"

#include <QApplication>
#include <QPainter>

namespace lockstep {

SparklineDelegate::SparklineDelegate(const MetricStore& store, Metric metric, QObject* parent)
    : QStyledItemDelegate(parent), m_store(store), m_metric(metric)
{
}

void SparklineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index); // what lies behind it
    const Series* series = m_store.table().find(m_metric, index.data(RankTableModel::kRankRole).toInt());
    if (!series)
        return;
    const QRectF room = QRectF(option.rect).adjusted(6, 4, -6, -4);
    const int columns = qRound(room.width() * painter->device()->devicePixelRatioF());
    if (columns <= 0)
        return;
    const bool isSelected = option.state & QStyle::State_Selected;
    const ThemeColors& colors = themeColors(option.palette);
    paintSparkline(*painter, room, sparkline(*series, static_cast<std::size_t>(columns)),
                   isSelected ? option.palette.color(QPalette::HighlightedText) : colors.accent, colors.bad);
}

} // namespace lockstep
