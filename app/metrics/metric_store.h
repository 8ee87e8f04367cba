// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"

#include <QObject>
#include <span>

namespace lockstep {

/// The table that views draw from. Views pull; the signal only says that there is more. GUI thread.
class MetricStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const MetricTable& table() const { return m_table; }
    void append(int rank, std::span<const Record> records);
    void replace(MetricTable table);
    /// See MetricTable::merge().
    void merge(MetricTable table);
    /// Nothing more is to come.
    bool isComplete() const { return m_isComplete; }
    void setComplete(bool isComplete);

signals:
    void extended();

private:
    MetricTable m_table;
    bool m_isComplete = false;
};

} // namespace lockstep
