// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/distributed/sum_order.h"
#include "engine/protocol/descriptor.h"

#include <memory>

namespace lockstep {

/// As makeGlooProcessGroup(), with sums and gathered values that pass through the memory which ranks of one
/// host share before they cross the network (hostwise_sum.h, hostwise_gather.h). `memory`: of
/// makeHostMemory(), inherited by this rank as by the others of its host; empty: this rank sums over the
/// network alone, like one that has a host to itself. Either all ranks call this or none.
std::unique_ptr<ProcessGroup> makeHostwiseProcessGroup(GlooGroupOptions options, Descriptor memory,
                                                       const SumOrder& order = {});

} // namespace lockstep
