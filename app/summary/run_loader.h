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

/// The same on worker threads, a journal each; destroying it cancels. GUI thread.
class RunLoader : public QObject {
    Q_OBJECT
public:
    explicit RunLoader(QObject* parent = nullptr);
    ~RunLoader() override;

    /// Signals start after it returns. REQUIRES: called once.
    void load(const RunFolder& folder);
    /// The result. REQUIRES: loaded() was emitted; valid once.
    LoadedRun take();

signals:
    /// At most every 50 ms.
    void progress(qint64 doneBytes, qint64 totalBytes);
    void loaded();

private:
    void check();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
