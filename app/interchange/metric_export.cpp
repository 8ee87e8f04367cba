// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/metric_export.h"

#include "app/interchange/line_sinks.h"
#include "app/interchange/tensorboard/event_sink.h"

namespace lockstep {

namespace {

Result<std::unique_ptr<MetricSink>> sinkFor(MetricFormat format, const QString& path)
{
    switch (format) {
    case MetricFormat::Csv:
        return openCsv(path);
    case MetricFormat::JsonLines:
        return openJsonLines(path);
    case MetricFormat::Events:
        break;
    }
    return tensorboard::openEvents(path);
}

} // namespace

Result<MetricExport> MetricExport::open(const MetricTable& table, MetricFormat format, const QString& path)
{
    Result<std::unique_ptr<MetricSink>> sink = sinkFor(format, path);
    if (!sink)
        return sink.error();
    return MetricExport(table, std::move(*sink));
}

Result<bool> MetricExport::writeSome(std::size_t points)
{
    for (; points > 0; --points) {
        const std::optional<MetricPoint> point = m_walk.next();
        if (!point)
            return true;
        if (const Result<void> added = m_sink->add(*point); !added)
            return added.error();
    }
    return m_walk.done() == m_walk.total();
}

} // namespace lockstep
