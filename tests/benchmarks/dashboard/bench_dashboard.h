// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/benchmarks/dashboard/dashboard_times.h"

#include <cstdint>
#include <string>

namespace lockstep {

/// Whole replots of a loss plot, everything in sight, while it is panned and zoomed, and while records
/// arrive; beside them what QCustomPlot's own graphs take for the same points. `points`: of each rank.
void benchPlots(int ranks, std::int64_t points);
/// The heat map of so many ranks and steps: the picture made anew, as it is five times a second while
/// records arrive, and painted.
void benchHeat(int ranks, std::int64_t steps);
/// The same while records arrive; following the last 10,000 steps, then showing everything.
void benchLive(int ranks, std::int64_t history, int recordsPerFrame);
/// A page of a run that is fed by journals growing on the disk: so many records a second of each rank.
void benchEverythingAtOnce(int ranks, int recordsPerSecond, std::int64_t seconds);
/// The same page after so long a run, taken in as fast as it goes: what memory it holds on the way, and what
/// it then takes to go on.
void benchHistory(int ranks, int recordsPerSecond, std::int64_t minutes);
/// The same page of a run on `hosts` real SSH servers of this computer, whose ranks, eight each, write so
/// many records a second: over SSH, mirrors and files to the screen.
void benchHosts(int hosts, int recordsPerSecond, std::int64_t seconds);
/// Parsing a journal of steps and storing it, on one thread.
void benchIntake(std::int64_t records);
/// Opening a run from disk by the loader of the run page.
void benchOpening(std::int64_t records, int ranks);
/// The same records as TensorBoard's event files, opened by its own reader and by ours, on a thread each.
void benchTensorBoard(std::int64_t records, int ranks);
/// Painting a log that grows by so many lines every 50 ms.
void benchLog(int linesPerTick);
/// The catalogue of so many runs: reading all folders, opening it again, searching and ordering.
void benchCatalogue(int runs);
/// The table of so many ranks: a step of all of them, another order, a filter.
void benchRanks(int ranks);

} // namespace lockstep
