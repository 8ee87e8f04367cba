// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/series_csv.h"

#include <cmath>

namespace lockstep {

SeriesCsv::SeriesCsv(const MetricTable& table, Metric metric, const QString& keyName,
                     const QString& valueName)
    : m_table(table), m_metric(metric),
      m_head(QStringLiteral("%1,rank,%2\n").arg(keyName, valueName).toUtf8()), m_ranks(table.ranks(metric))
{
    for (const int rank : m_ranks)
        m_total += table.find(metric, rank)->size();
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

Result<bool> SeriesCsv::writeSome(std::size_t lines)
{
    QByteArray text;
    while (lines > 0 && m_rank < m_ranks.size()) {
        const int rank = m_ranks[m_rank];
        const Series* series = m_table.find(m_metric, rank);
        if (!series || m_index >= series->size()) {
            ++m_rank;
            m_index = 0;
            continue;
        }
        const auto value = static_cast<double>(series->value(m_index));
        text += QByteArray::number(static_cast<qlonglong>(series->key(m_index))) + ',' +
                QByteArray::number(rank) + ',' +
                (std::isfinite(value) ? QByteArray::number(value, 'g', 9) : QByteArrayLiteral("nan")) + '\n';
        ++m_index;
        ++m_written;
        --lines;
    }
    if (m_file.write(text) != text.size())
        return fileError();
    return m_rank >= m_ranks.size();
}

Result<void> SeriesCsv::commit()
{
    if (!m_file.commit())
        return fileError();
    return {};
}

} // namespace lockstep
