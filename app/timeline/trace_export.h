// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/mirrors/run_folder.h"

#include <QString>
#include <functional>

namespace lockstep {

/// Told how far a trace has come, in bytes of journals; false: it is to be given up.
using TraceProgress = std::function<bool(qint64 done, qint64 total)>;

/// Writes every step of which the journals of a run tell where its time went, of all attempts and ranks, as
/// trace events in JSON: the format that ui.perfetto.dev and chrome://tracing open. A rank is a process with
/// two threads: the parts of its steps, and the sums over the ranks beside them; times are microseconds since
/// the first step told, on one clock for all hosts (see alignClocks()). Takes as much memory as a few
/// journals' lines however long the run is. The file appears whole or not at all. Any thread.
/// The number of steps; an error where there are none, or the file cannot be written, or it was given up.
Result<qint64> writeTrace(const RunFolder& folder, const QString& file, const TraceProgress& progress = {});

} // namespace lockstep
