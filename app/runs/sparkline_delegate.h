// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"

#include <QStyledItemDelegate>

namespace lockstep {

/// A rank's curve of a metric in a cell of the table of ranks, from the store as it is when the cell is
/// drawn.
class SparklineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// Borrows the store.
    SparklineDelegate(const MetricStore& store, Metric metric, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    const MetricStore& m_store;
    Metric m_metric;
};

} // namespace lockstep
