// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/host_report.h"
#include "engine/protocol/sentence.h"
#include "engine/protocol/topology.h"

#include <optional>

namespace lockstep {

/// A sentence where the engine of this report cannot train on devices that the host names, whatever the host
/// has.
std::optional<Sentence> deviceKindRefusal(const Host& host, const HostReport& engine);
/// A sentence where the host, which this report is of, cannot serve devices that it names: a GPU is not there
/// or hidden, its driver or the card is too old for the engine, or a library is missing.
std::optional<Sentence> deviceRefusal(const Host& host, const HostReport& report);

/// The GPUs of a host in a few words, equal ones together; empty where there are none.
Sentence gpuSummary(const HostReport& report);

} // namespace lockstep
