// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/run_banner.h"
#include "app/summary/run_summary.h"
#include "engine/protocol/result.h"
#include "remote/mirrors/run_folder.h"

#include <QStringList>
#include <QVector>

namespace lockstep {

class HostStrip;

/// What went wrong with showing a run.
struct ViewTroubles {
    QVector<Error> errors;
    qint64 damagedLines = 0; ///< of journals, which are left out of the curves
};

/// What there is to say of a run besides its figures, in the language of the program: why it ended, what
/// its hosts say, what went wrong here. The most important first, nothing twice.
QStringList runSentences(const RunInfo& info, const HostStrip& hosts, const ViewTroubles& troubles,
                         const RunSummary& summary);

/// The tone to say it in: an error once something has gone wrong for good, a warning while the run goes on.
RunBanner::Tone toneOf(RunPhase phase, const RunInfo& info, const HostStrip& hosts,
                       const ViewTroubles& troubles);

} // namespace lockstep
