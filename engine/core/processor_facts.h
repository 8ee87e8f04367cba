// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What decides about the speed of a processor.
struct ProcessorFacts {
    std::string model;
    std::vector<std::string> instructionSets; ///< "avx2", "amx_bf16", ...: those that matter, sorted
};

/// From the text of /proc/cpuinfo.
ProcessorFacts readProcessorFacts(std::string_view cpuinfo);

/// This machine's; empty where the system does not tell.
ProcessorFacts thisProcessor();

} // namespace lockstep
