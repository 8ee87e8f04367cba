// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/told_step.h"

#include <QIODevice>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Trace events in JSON, written as they come. Names are English whatever the window speaks, for scripts read
/// them.
class TraceWriter {
public:
    /// Borrows the device. `originNs`: nanoseconds since 1970 that are time 0 of the trace.
    TraceWriter(QIODevice& out, std::int64_t originNs) : m_out(out), m_originNs(originNs) {}

    void begin(std::string_view run);
    /// Names what its events belong to; again does nothing.
    void beginRank(int rank, std::string_view host, std::string_view device);
    /// `startNs`: of the step, nanoseconds since 1970 on the clock of all ranks.
    void addStep(int rank, const StepTimeline& timeline, std::int64_t startNs);
    /// False: something could not be written; the device knows why.
    bool end();

private:
    int threadOfSum(int rank, double beginUs, double endUs);
    void name(int rank, int thread, std::string_view what, std::string_view text);
    void slice(int rank, int thread, std::string_view name, double beginUs, double endUs);
    void argument(std::string_view key, std::int64_t value, bool isFirst = false);
    void flush();

    QIODevice& m_out;
    const std::int64_t m_originNs;
    std::set<int> m_named;
    /// By rank and thread: when the last sum that stands there ends. Slices of a thread must not overlap, so
    /// sums that are under way at once stand side by side.
    std::map<int, std::vector<double>> m_sums;
    std::string m_buffer;
    bool m_isFirst = true; ///< no event yet
    bool m_good = true;
};

} // namespace lockstep
