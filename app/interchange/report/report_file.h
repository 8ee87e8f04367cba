// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/report/run_report.h"

namespace lockstep {

/// Writes a report as what the file's suffix tells: .html or .pdf. After an error the file is as it was. GUI
/// thread.
Result<void> saveReport(const RunReport& report, const QString& file);

/// Whether saveReport() knows the suffix.
bool isReportFile(const QString& file);

} // namespace lockstep
