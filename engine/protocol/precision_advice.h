// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/host_report.h"
#include "engine/protocol/sentence.h"

#include <optional>
#include <span>
#include <string>

namespace lockstep {

/// A sentence where a host cannot train in this precision on a device that it names. What the report does not
/// tell (instruction sets, GPUs) is not claimed.
std::optional<Sentence> precisionRefusal(const TrainingSpec& training, const Host& host,
                                         const HostReport& report);
/// A sentence where the precision gains nothing there, or costs speed.
std::optional<Sentence> precisionAdvice(const TrainingSpec& training, const Host& host,
                                        const HostReport& report);

/// The part of it about processors with these instruction sets; none: nothing is known.
std::optional<Sentence> processorAdvice(Precision precision, std::span<const std::string> instructionSets,
                                        const std::string& hostName);

} // namespace lockstep
