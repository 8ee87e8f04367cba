// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/rehearsal/place_index.h"
#include "remote/rehearsal/rehearsal_plan.h"
#include "remote/rehearsal/rehearsal_stage.h"

#include <memory>
#include <string>

namespace lockstep {

/// A drawn cluster that runs on this computer: each host in a network of its own with the drawn links between
/// them, and the real engine in it. All of it ends with this object or with the program. Any thread.
class Rehearsal {
public:
    /// Builds the stage, without rights where this computer lets people, else as root; waits for seconds at
    /// most. `program`: lockstep-stage.
    static Result<std::shared_ptr<Rehearsal>> open(const std::string& program, const Topology& topology);

    StageKind kind() const { return m_kind; }
    /// Its host folders are here, and here alone.
    RehearsalStage& stage() { return *m_stage; }

    /// The attach conversation with the engine of a host, which has its part of the cores: see coresOf().
    /// REQUIRES: the drawing has a host of this id.
    Result<std::unique_ptr<HostChannel>> attach(const Host& host, const std::string& engine);
    /// Where a host binds its ports.
    std::string addressOf(const Host& host) const;

    /// Changes a link, by its index in Topology::links.
    Result<void> setLink(std::size_t link, const LinkState& state);
    /// As a host whose processes stand still, go on, or are gone. Its network goes on.
    Result<void> pauseHost(const Host& host);
    Result<void> continueHost(const Host& host);
    Result<void> killHost(const Host& host);

private:
    Rehearsal(Topology topology, StageKind kind, std::shared_ptr<RehearsalStage> stage);
    Result<void> signal(const Host& host, int number);

    const Topology m_topology; ///< joined
    const PlaceIndex m_places;
    const StageKind m_kind;
    const std::shared_ptr<RehearsalStage> m_stage;
};

/// What is run in place of a drawn experiment: all hosts are this computer, and the ranks of GPUs compute on
/// its processors.
Experiment rehearsedExperiment(Experiment experiment);

} // namespace lockstep
