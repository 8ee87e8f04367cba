// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// What a host has left for a run at this moment; besides HostReport, which says what it is.
struct HostConditions {
    std::int64_t wallMs = 0;                 ///< its clock: milliseconds since 1970-01-01 UTC
    std::int64_t openFiles = 0;              ///< that a process may have; 0: any number
    std::int64_t tasksLeft = -1;             ///< processes and threads that may still begin; -1: any number
    std::int64_t sharedMemoryFreeBytes = -1; ///< of /dev/shm; -1: there is none
    std::string machine{};                   ///< as `uname -m` says it: "x86_64"
    bool operator==(const HostConditions&) const = default;
};
std::string toJson(const HostConditions& conditions);
Result<HostConditions> parseHostConditions(std::string_view json);

} // namespace lockstep
