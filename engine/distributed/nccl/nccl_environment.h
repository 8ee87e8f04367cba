// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/sentence.h"

#include <string>

namespace lockstep::cuda {

/// The network interface of this host that has that numeric address; empty: none.
std::string interfaceOf(const std::string& address);

/// What NCCL takes from the environment of its process, for the first communicator of a rank whose host the
/// others reach at `address`. Interfaces are called otherwise on every host, so each rank names its own.
/// What a person has set stays. `deterministic`: one algorithm and protocol, so that sums have one order
/// whatever else is going on. Any thread, as long as nothing but these functions uses the environment
/// meanwhile.
void prepareNcclEnvironment(const std::string& address, bool deterministic);

/// For sentences: the interface that was set ("eth0"), or that NCCL chooses.
Sentence ncclInterface();

} // namespace lockstep::cuda
