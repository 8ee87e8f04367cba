// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/metric_walk.h"
#include "engine/protocol/result.h"

#include <QString>
#include <memory>

namespace lockstep {

/// What the numbers of a run can be written as, for other programs.
enum class MetricFormat {
    Csv,       ///< a line for each number: rank, metric, what its key counts, the key, the time, the value
    JsonLines, ///< the same, one JSON object a line
    Events,    ///< a folder of TensorBoard's event files, one below it for each rank
};

/// Where numbers go.
class MetricSink {
public:
    virtual ~MetricSink() = default;
    virtual Result<void> add(const MetricPoint& point) = 0;
    /// Makes what was written appear under its name.
    virtual Result<void> commit() = 0;
};

/// Writes every number of a run, a slice at a time, so that a window can show progress and cancel. Nothing is
/// left behind without commit(). REQUIRES: the table outlives it and does not change meanwhile.
class MetricExport {
public:
    /// `path`: a file, or for events a folder, that is not there yet.
    static Result<MetricExport> open(const MetricTable& table, MetricFormat format, const QString& path);

    /// True when all is written.
    Result<bool> writeSome(std::size_t points);
    Result<void> commit() { return m_sink->commit(); }

    std::size_t written() const { return m_walk.done(); }
    std::size_t total() const { return m_walk.total(); }

private:
    MetricExport(const MetricTable& table, std::unique_ptr<MetricSink> sink)
        : m_walk(table), m_sink(std::move(sink))
    {
    }

    MetricWalk m_walk;
    std::unique_ptr<MetricSink> m_sink;
};

} // namespace lockstep
