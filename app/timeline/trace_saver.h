// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/trace_export.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace lockstep {

/// Writes the trace of a run on a thread of its own; destroying it gives it up. GUI thread.
class TraceSaver : public QObject {
    Q_OBJECT
public:
    explicit TraceSaver(QObject* parent = nullptr);
    ~TraceSaver() override;

    /// REQUIRES: none is under way.
    void save(const RunFolder& folder, const QString& file);
    bool isBusy() const;
    void cancel();

signals:
    /// A few times a second.
    void progress(qint64 done, qint64 total);
    /// `saved`: as writeTrace() returns it; given up by a person is an error as well.
    void finished(const Result<qint64>& saved);

private:
    void check();

    struct Shared;
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
