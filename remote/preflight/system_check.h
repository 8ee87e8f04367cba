// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/host_conditions.h"
#include "engine/protocol/host_inventory.h"
#include "engine/protocol/host_needs.h"
#include "engine/protocol/host_report.h"
#include "engine/protocol/sentence.h"
#include "engine/protocol/topology.h"
#include "remote/host_event.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

/// What a host answered about itself, and how its clock differs from this computer's.
struct HostExamined {
    HostConditions conditions{};
    std::chrono::milliseconds ahead{0}; ///< its clock before ours
    std::chrono::milliseconds doubt{0}; ///< either way: half the time that the answer took
    std::vector<KeptRun> left{};        ///< runs that have ended, of which processes are still there
    std::optional<Error> error{};       ///< why nothing of this is known
};
/// From its answer to a FrameType::Examine. `asked`: by our clock, before the question was sent; the host
/// looked at its own at some time since.
HostExamined examinedOf(const HostAnswered& answered, std::chrono::system_clock::time_point asked);
/// From its answer to a FrameType::Survey; none where it has no answer.
std::vector<KeptRun> leftoversOf(const HostAnswered& answered);

/// Whether a host has left what its ranks need besides their devices. Judged well it may have a remedy all
/// the same: for something that no run fails of.
struct SystemVerdict {
    bool passes = true;
    Sentence found{};
    Sentence remedy{};
};
SystemVerdict judgeSystem(const Topology& topology, std::size_t host, const HostReport& report,
                          const HostExamined& examined, const HostNeeds& needs = {});

} // namespace lockstep
