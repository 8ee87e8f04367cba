// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/sentence.h"

#include <optional>
#include <span>
#include <string>

namespace lockstep {

/// What to say about a precision on the processor of a host, by its instruction sets as a host report names
/// them: a sentence where another precision is known to be quicker, nothing where this one is fine or where
/// nothing is known.
std::optional<Sentence> precisionAdvice(Precision precision, std::span<const std::string> instructionSets,
                                        const std::string& hostName);

} // namespace lockstep
