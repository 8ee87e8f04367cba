// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/series_csv.h"

#include <QSet>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kDigits = 9; ///< all that a float has

} // namespace

SeriesCsv::SeriesCsv(const MetricTable& table, const QVector<PlotSpec>& specs) : m_table(table)
{
    const bool byEpoch = std::ranges::all_of(specs, &PlotSpec::byEpoch);
    m_head = byEpoch ? QByteArrayLiteral("epoch") : QByteArrayLiteral("step");
    QSet<QString> known; // a metric of two plots is written once
    for (const PlotSpec& spec : specs) {
        for (const DrawnCurve& curve : drawnCurves(spec, table)) {
            if (known.contains(curve.column))
                continue;
            known.insert(curve.column);
            const bool crosses = !byEpoch && curve.metric.keyKind() == KeyKind::Epoch && curve.rank >= 0;
            m_columns.append({curve, crosses ? curve.scale(table, XAxis::Step) : KeyScale()});
            m_head += ',' + curve.column.toUtf8();
            if (const Series* series = curve.in(table))
                m_total += series->size();
        }
    }
    m_head += '\n';
}

std::size_t SeriesCsv::pointFrom(const Series& series, const KeyScale& scale, std::int64_t line)
{
    return scale.isKnown()
               ? series.lowerBound(static_cast<double>(scale.firstKeyAt(static_cast<double>(line) - 0.5)))
               : series.size();
}

std::int64_t SeriesCsv::lineOf(const Series& series, const KeyScale& scale, std::size_t point)
{
    return std::llround(scale.x(series.key(point)));
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
    for (const auto& [curve, scale] : m_columns) {
        const Series* series = curve.in(m_table);
        const std::size_t point = series ? pointFrom(*series, scale, m_nextKey) : 0;
        if (series && point < series->size())
            next = std::min(next.value_or(Series::kMaxKey), lineOf(*series, scale, point));
    }
    return next;
}

void SeriesCsv::addLine(std::int64_t key, QByteArray& text)
{
    text += QByteArray::number(static_cast<qlonglong>(key));
    for (const auto& [curve, scale] : m_columns) {
        text += ',';
        const Series* series = curve.in(m_table);
        const std::size_t point = series ? pointFrom(*series, scale, key) : 0;
        if (!series || point >= series->size() || lineOf(*series, scale, point) != key)
            continue;
        text += QByteArray::number(static_cast<double>(series->value(point)) * curve.factor, 'g', kDigits);
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
