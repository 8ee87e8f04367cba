// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/report/run_report.h"

class QIODevice;

namespace lockstep {

/// Writes the report on pages of A4, its pictures as lines; whether the device took it. GUI thread.
bool writeReportPdf(const RunReport& report, QIODevice& device);

} // namespace lockstep
