// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot_spec.h"
#include "engine/protocol/result.h"

#include <QSaveFile>
#include <QString>

namespace lockstep {

/// Writes the numbers behind a plot as CSV, `key,rank,value` with a head line, a slice at a time, so that a
/// window can show progress and cancel. Values have every digit that was kept; those that are not finite read
/// "nan".
class SeriesCsv {
public:
    SeriesCsv(const MetricTable& table, Metric metric, const QString& keyName, const QString& valueName);

    Result<void> open(const QString& file);
    /// Writes some; true when all is written. REQUIRES: open() succeeded.
    Result<bool> writeSome(std::size_t lines);
    /// Makes the file appear. Without it nothing is left behind.
    Result<void> commit();

    std::size_t written() const { return m_written; }
    std::size_t total() const { return m_total; }

private:
    Error fileError() const;

    const MetricTable& m_table;
    Metric m_metric;
    QByteArray m_head;
    QSaveFile m_file;
    QVector<int> m_ranks;
    qsizetype m_rank = 0;
    std::size_t m_index = 0;
    std::size_t m_written = 0;
    std::size_t m_total = 0;
};

} // namespace lockstep
