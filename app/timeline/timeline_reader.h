// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_store.h"
#include "remote/mirrors/run_folder.h"

#include <QObject>
#include <memory>

namespace lockstep {

/// Follows the mirrored journals of a run's present attempt for what they tell of where time goes, on a
/// thread of its own: first their ends, so that a journal of gigabytes is there at once, then what is
/// appended to them. Reads only while it is active. GUI thread.
class TimelineReader : public QObject {
    Q_OBJECT
public:
    explicit TimelineReader(QObject* parent = nullptr);
    ~TimelineReader() override;

    /// Begins anew, unless run and attempt are those that it follows already.
    void setFolder(const RunFolder& folder);
    /// Whether somebody looks.
    void setActive(bool active);
    const TimelineStore& store() const;

signals:
    void extended();

private:
    void poll();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
