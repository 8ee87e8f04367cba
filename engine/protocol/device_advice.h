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
/// A sentence where the host, which this report is of, cannot serve devices that it names.
std::optional<Sentence> deviceRefusal(const Host& host, const HostReport& report);

} // namespace lockstep
