// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/mutex.h"
#include "engine/protocol/result.h"
#include "remote/attach/host_channel.h"
#include "remote/rehearsal/stage_order.h"

#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// How this computer becomes a cluster, from the best to the least.
enum class StageKind {
    User,     ///< by a user namespace, which takes no rights
    Root,     ///< by namespaces, being root
    Loopback, ///< as processes on its own network, where nothing holds links back
};

/// A world of its own on this computer: processes, mounts, and a network for each place; on the loopback
/// stage processes alone, which it ends itself. Nothing in it outlives this object, nor the program,
/// whichever way that ends. All functions may be called from any thread; they wait, ten seconds at most.
class RehearsalStage {
public:
    /// `program`: lockstep-stage. An error says what this computer refuses.
    static Result<std::shared_ptr<RehearsalStage>> open(const std::string& program, StageKind kind,
                                                        std::size_t places);
    ~RehearsalStage();
    RehearsalStage(const RehearsalStage&) = delete;
    RehearsalStage& operator=(const RehearsalStage&) = delete;

    Result<void> carryOut(const StageOrder& order);
    Result<void> carryOut(const std::vector<StageOrder>& orders);
    /// Starts a program in a place; it lives as long as the stage at most. `name`: what errors call it.
    /// `cores`: of those that this computer lets us use, by their order; none: all.
    Result<std::unique_ptr<HostChannel>> start(std::size_t place, const std::string& name,
                                               std::vector<std::string> words,
                                               const std::vector<std::size_t>& cores = {});

    /// Of the process that holds it.
    pid_t process() const { return m_process; }

private:
    RehearsalStage(pid_t process, Descriptor control) : m_process(process), m_control(std::move(control)) {}
    Result<void> send(const StageOrder& order, const std::vector<int>& descriptors)
        LOCKSTEP_REQUIRES(m_conversation);
    Result<std::string> answer() LOCKSTEP_REQUIRES(m_conversation);

    const pid_t m_process;
    Mutex m_conversation;
    const Descriptor m_control;
};

} // namespace lockstep
