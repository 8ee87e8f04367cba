// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/summary/run_summary.h"
#include "remote/mirrors/run_folder.h"

#include <QObject>
#include <memory>

namespace lockstep {

/// Everything that the mirrored journals of a run say.
struct LoadedRun {
    RunSummary summary;
    MetricTable metrics;
    std::uint64_t damagedLines = 0;
    std::uint64_t missingRecords = 0;
    std::optional<Error>
        error; ///< the first journal that could not be read; the others are loaded all the same
};

/// Reads them all, every attempt, on the calling thread.
LoadedRun loadRun(const RunFolder& folder);

/// The same on worker threads, a rank each; what has come so far can be drawn meanwhile. Destroying it
/// cancels. GUI thread.
class RunLoader : public QObject {
    Q_OBJECT
public:
    explicit RunLoader(QObject* parent = nullptr);
    ~RunLoader() override;

    /// Signals start after it returns. REQUIRES: called once.
    void load(const RunFolder& folder);
    /// A sketch of the curves of those ranks that have come further since it was last asked for.
    MetricTable takeSketch();
    /// The result. REQUIRES: loaded() was emitted; valid once.
    LoadedRun take();

signals:
    /// At most every 50 ms.
    void progress(qint64 doneBytes, qint64 totalBytes);
    /// There is a further sketch; at most every 50 ms, and every 100 ms of a rank.
    void sketched();
    void loaded();

private:
    void check();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
