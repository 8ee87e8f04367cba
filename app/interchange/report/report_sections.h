// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/report/run_report.h"

/// The sections of a report, each empty where a run has nothing to say of its subject.
namespace lockstep {

/// What a report is made of. Lends.
struct ReportedRun {
    const RunFolder& folder;
    const RunSummary& summary; ///< concluded, where the run has ended
    const MetricTable& metrics;
    std::uint64_t damagedLines = 0;
    std::uint64_t missingRecords = 0;
};

/// Best and last numbers, rate, time.
ReportSection resultSection(const ReportedRun& run);
/// The numbers of each epoch; of many epochs a choice, with the best and the last.
ReportSection epochSection(const ReportedRun& run);
/// What each attempt did, and why it ended.
ReportSection attemptSection(const ReportedRun& run);
/// What ranks warned of, and what is not right in the journals.
ReportSection warningSection(const ReportedRun& run);

/// Hosts, and which ranks ran where on what, without a picture.
ReportSection hostSection(const ReportedRun& run);
/// How each rank ended; of many ranks the first ones.
ReportSection rankSection(const ReportedRun& run);

/// Model, samples, and every setting; beside those that are not the default, the default.
ReportSection settingSection(const ReportedRun& run);

/// Which programs made it, and by which sums it is known again.
ReportSection originSection(const ReportedRun& run);

/// The epoch of the best validation accuracy, the first of equals; null: nothing was validated.
const EpochSummary* bestEpoch(const RunSummary& summary);

} // namespace lockstep
