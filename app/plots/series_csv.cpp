// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/series_csv.h"

#include <cmath>

namespace lockstep {

namespace {

/// The first point with this key or a later one; size() when there is none.
std::size_t pointFrom(const Series& series, std::int64_t key)
{
    return series.lowerBound(static_cast<double>(key));
}

QByteArray valueText(double value)
{
    return std::isfinite(value) ? QByteArray::number(value, 'g', 9) : QByteArrayLiteral("nan");
}

} // namespace

SeriesCsv::SeriesCsv(const MetricTable& table, const PlotSpec& spec)
    : m_table(table), m_curves(drawnCurves(spec, table)),
      m_head(spec.perRank ? QByteArrayLiteral("step") : QByteArrayLiteral("epoch"))
{
    for (const DrawnCurve& curve : m_curves) {
        m_head += ',' + curve.column.toUtf8();
        if (const Series* series = curve.in(table))
            m_total += series->size();
    }
    m_head += '\n';
}

Error SeriesCsv::fileError() const
{
    return {LOCKSTEP_TEXT("Cannot write %1: %2. Choose another place."),
            {m_file.fileName().toStdString(), m_file.errorString().toStdString()},
            {}};
}

Result<void> SeriesCsv::open(const QString& file)
{
    m_file.setFileName(file);
    if (!m_file.open(QIODevice::WriteOnly) || m_file.write(m_head) != m_head.size())
        return fileError();
    return {};
}

/// Of the next line; nothing when all is written.
std::optional<std::int64_t> SeriesCsv::nextKey() const
{
    std::optional<std::int64_t> next;
    for (const DrawnCurve& curve : m_curves) {
        const Series* series = curve.in(m_table);
        const std::size_t point = series ? pointFrom(*series, m_nextKey) : 0;
        if (series && point < series->size())
            next = std::min(next.value_or(Series::kMaxKey), series->key(point));
    }
    return next;
}

void SeriesCsv::addLine(std::int64_t key, QByteArray& text)
{
    text += QByteArray::number(static_cast<qlonglong>(key));
    for (const DrawnCurve& curve : m_curves) {
        text += ',';
        const Series* series = curve.in(m_table);
        const std::size_t point = series ? pointFrom(*series, key) : 0;
        if (!series || point >= series->size() || series->key(point) != key)
            continue;
        text += valueText(static_cast<double>(series->value(point)) * curve.factor);
        ++m_written;
    }
    text += '\n';
}

Result<bool> SeriesCsv::writeSome(std::size_t lines)
{
    QByteArray text;
    std::optional<std::int64_t> key = nextKey();
    for (; lines > 0 && key; --lines, key = nextKey()) {
        addLine(*key, text);
        m_nextKey = *key + 1;
    }
    if (m_file.write(text) != text.size())
        return fileError();
    return !key;
}

Result<void> SeriesCsv::commit()
{
    if (!m_file.commit())
        return fileError();
    return {};
}

} // namespace lockstep
