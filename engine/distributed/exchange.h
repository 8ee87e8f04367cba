// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/protocol/topology.h"

#include <string>

namespace lockstep {

/// The oldest NCCL that is used, as it says of itself: 2.18, of the first years of CUDA 12.
constexpr int kOldestNccl = 21800;

/// By what a rank can exchange gradients.
struct ExchangeOffer {
    DeviceKind kind = DeviceKind::Cpu;
    std::string device;  ///< of a GPU: its UUID, at most 39 characters; no other GPU anywhere has it
    int ncclVersion = 0; ///< of a GPU: of the NCCL found on its host, as that says it; 0: there is none
};

/// By what all of them do.
struct Exchange {
    enum class Way {
        Host, ///< through the memory of the hosts, over the process group
        Nccl  ///< from GPU to GPU
    };
    Way way = Way::Host;
    std::string reason; ///< for the log, in English; empty where no rank has a GPU
};

/// NCCL where every rank has a GPU to itself, the group need not encrypt and no tree of hosts is faster
/// (ProcessGroup::sumWay()); else through the hosts. Throws
/// EngineError(DeviceUnavailable) that names the rank on whose host NCCL is missing, too old or another than
/// the others'. A collective call, with the same result on every rank.
Exchange agreeOnExchange(ProcessGroup& group, const ExchangeOffer& mine);

/// "2.28.9" of 22809.
std::string ncclVersionText(int version);

} // namespace lockstep
