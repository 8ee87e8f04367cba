// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <cstdint>

namespace lockstep {

/// What a person points at in one view of a run, for the other views to show. What the view does not know
/// stays unknown; MetricTable::completed() adds what the journals tell.
struct Moment {
    int rank = -1;            ///< -1: of no certain rank
    std::int64_t step = -1;   ///< updates made, from 1, as keys of series are; -1: unknown
    std::int64_t wallMs = -1; ///< since 1970-01-01 UTC, of the rank's host; -1: unknown

    bool operator==(const Moment&) const = default;
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::Moment)
