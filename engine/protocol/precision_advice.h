// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/sentence.h"

#include <optional>
#include <span>
#include <string>

namespace lockstep {

/// What is known of a precision on the processor of a host, by its instruction sets as a host report names
/// them; an empty list says nothing.

/// A sentence where the processor has no unit for the precision, so that training there is refused.
std::optional<Sentence> precisionRefusal(Precision precision, std::span<const std::string> instructionSets,
                                         const std::string& hostName);
/// A sentence where another precision is known to be quicker.
std::optional<Sentence> precisionAdvice(Precision precision, std::span<const std::string> instructionSets,
                                        const std::string& hostName);

} // namespace lockstep
