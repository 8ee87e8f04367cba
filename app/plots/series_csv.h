// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/drawn_curve.h"
#include "engine/protocol/result.h"

#include <QSaveFile>
#include <QString>
#include <QVector>
#include <cstdint>
#include <optional>

namespace lockstep {

/// Writes what plots draw as CSV: a head line, then a line for each step, or for each epoch where nothing is
/// told by step, with a column for each curve, a slice at a time, so that a window can show progress and
/// cancel. Values have the unit of their axis and every digit that was kept; those that are not finite read
/// "nan", "inf" and "-inf", and nothing stands where a curve has no point. REQUIRES: the table outlives it.
class SeriesCsv {
public:
    SeriesCsv(const MetricTable& table, const QVector<PlotSpec>& specs);

    Result<void> open(const QString& file);
    /// Writes some; true when all is written. REQUIRES: open() succeeded.
    Result<bool> writeSome(std::size_t lines);
    /// Makes the file appear. Without it nothing is left behind.
    Result<void> commit();

    /// Points.
    std::size_t written() const { return m_written; }
    std::size_t total() const { return m_total; }

private:
    struct Column {
        DrawnCurve curve;
        KeyScale scale; ///< from its keys to those of the lines
    };

    /// The first point that belongs to this line or a later one; size() where there is none.
    static std::size_t pointFrom(const Series& series, const KeyScale& scale, std::int64_t line);
    static std::int64_t lineOf(const Series& series, const KeyScale& scale, std::size_t point);
    Error fileError() const;
    std::optional<std::int64_t> nextKey() const;
    void addLine(std::int64_t key, QByteArray& text);

    const MetricTable& m_table;
    QVector<Column> m_columns;
    QByteArray m_head;
    QSaveFile m_file;
    std::int64_t m_nextKey = 0; ///< lines before it are written
    std::size_t m_written = 0;
    std::size_t m_total = 0;
};

} // namespace lockstep
