// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/nccl_all_reduce.h"

#include "engine/core/error.h"
#include "engine/distributed/exchange.h"
#include "engine/distributed/nccl/nccl_environment.h"

#include <array>
#include <chrono>

namespace lockstep::cuda {
namespace {

using Clock = std::chrono::steady_clock;

std::string describe(const NcclLibrary& library, bool deterministic)
{
    std::string text =
        "NCCL " + ncclVersionText(library.version()) + ", interface: " + ncclInterface().english();
    if (deterministic)
        text += ", always as rings by the simple protocol (deterministic), which costs time where NCCL would "
                "choose another way";
    return text;
}

/// Rank 0 makes the id, which is an address to connect to; it crosses where every rank is authenticated.
std::unique_ptr<Communicator> connect(const NcclLibrary& library, ProcessGroup& group,
                                      const NcclOptions& options)
{
    prepareNcclEnvironment(group.address(), options.deterministic);
    ncclUniqueId id{};
    if (group.rank() == 0 && library.getUniqueId(&id) != ncclSuccess)
        throw EngineError(
            ExitCode::Failure,
            {LOCKSTEP_TEXT("NCCL could not open a port for the ranks to meet at (%1). Its interface "
                           "on this host: %2."),
             {library.lastError(nullptr), ncclInterface()},
             {}});
    group.broadcast(std::as_writable_bytes(std::span(&id, 1)), 0);
    const Clock::time_point start = Clock::now();
    return std::make_unique<Communicator>(library, id, group.rank(), group.worldSize(), [&] {
        group.throwIfEnded();
        if (Clock::now() - start > std::chrono::duration<double>(options.connectSeconds))
            throw EngineError(
                ExitCode::PeerLost,
                {LOCKSTEP_TEXT(
                     "NCCL did not connect the GPUs of the %1 ranks within %2 s. It uses ports of its "
                     "own, which firewalls between the hosts must let through (its interface on this "
                     "host: %3)."),
                 {std::to_string(group.worldSize()), std::to_string(static_cast<int>(options.connectSeconds)),
                  ncclInterface()},
                 {}});
    });
}

} // namespace

NcclAllReduce::NcclAllReduce(const NcclLibrary& library, ProcessGroup& group, const DeviceReplica& replica,
                             const NcclOptions& options)
    : m_reducer(group, connect(library, group, options), replica,
                std::chrono::duration<double>(options.timeoutSeconds))
{
    m_exchange = describe(library, options.deterministic);
}

Strategy::StepEnd NcclAllReduce::finish(const StepVotes& mine)
{
    std::array<double, 3> sums = {mine.lossSum, mine.stop, mine.damaged};
    m_reducer.finish(sums);
    return {Outcome::ApplyGradients, StepVotes{sums[0], sums[1], sums[2]}};
}

} // namespace lockstep::cuda
