// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// Names one process for good: a number alone is reused, a number with its start time and the boot is not.
struct ProcessIdentity {
    pid_t pid = 0;
    std::uint64_t startTime = 0; ///< clock ticks after boot (proc(5), field 22 of stat)
    std::string bootId;          ///< /proc/sys/kernel/random/boot_id
    bool operator==(const ProcessIdentity&) const = default;
};

std::string bootId();
/// Of a running process; none when it is gone or only waits to be reaped.
std::optional<ProcessIdentity> identityOf(pid_t pid);
bool isAlive(const ProcessIdentity& identity);
/// Signals exactly this process, never one that inherited its number. False when it is gone.
bool signalProcess(const ProcessIdentity& identity, int signal);

/// Children, grandchildren, ... of this process. A sub-reaper's orphans are among them.
std::vector<ProcessIdentity> descendants();
/// Processes of this user whose environment holds exactly `entry` ("NAME=value"), this one left out.
std::vector<ProcessIdentity> processesWithEnvironment(const std::string& entry);

/// Whom a sweep ends: all processes with the mark, and, for a supervisor, all its descendants too.
enum class SweepScope { Marked, MarkedAndDescendants };
/// Kills with SIGKILL, and reaps where they are children, again and again until none is left or `deadline`
/// has passed. Returns those that did not die.
std::vector<ProcessIdentity> sweepProcesses(SweepScope scope, const std::string& mark,
                                            Clock::time_point deadline);

} // namespace lockstep
