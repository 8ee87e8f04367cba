// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/rehearsal/place_index.h"
#include "remote/rehearsal/rehearsal_plan.h"
#include "remote/rehearsal/rehearsal_stage.h"

#include <memory>
#include <optional>
#include <string>

namespace lockstep {

/// A drawn cluster that runs on this computer: each host in a network of its own with the drawn links between
/// them, and the real engine in it. All of it ends with this object or with the program. Any thread.
class Rehearsal {
public:
    /// Builds the stage: without rights where this computer lets people, else as root, else on the loopback
    /// network; or as `wanted`. Waits for seconds at most. `program`: lockstep-stage.
    static Result<std::shared_ptr<Rehearsal>> open(const std::string& program, const Topology& topology,
                                                   std::optional<StageKind> wanted = std::nullopt);

    StageKind kind() const { return m_kind; }
    /// The cluster, with every host in reach of every other.
    const Topology& drawn() const { return m_topology; }
    /// Its host folders are here, and here alone.
    RehearsalStage& stage() { return *m_stage; }

    /// The attach conversation with the engine of a host, which has its part of the cores: see coresOf().
    /// REQUIRES: the drawing has a host of this id.
    Result<std::unique_ptr<HostChannel>> attach(const Host& host, const std::string& engine);
    /// Where a host binds its ports.
    std::string addressOf(const Host& host) const;

    /// Whether links are as they are drawn, and can be changed.
    bool hasLinks() const { return m_kind != StageKind::Loopback; }
    /// Changes a link, by its index in Topology::links. An error where hasLinks() is not.
    Result<void> setLink(std::size_t link, const LinkState& state);
    /// As a host whose processes stand still, go on, or are gone. Its network goes on.
    Result<void> pauseHost(const Host& host);
    Result<void> continueHost(const Host& host);
    Result<void> killHost(const Host& host);
    /// As if something else computed there: on each of its cores a process that takes its half.
    Result<void> slowHost(const Host& host);
    Result<void> relieveHost(const Host& host);
    /// As if what its data lie on had become slow: its ranks get them at half the rate at which they took
    /// them before.
    Result<void> slowData(const Host& host);
    Result<void> relieveData(const Host& host);

private:
    Rehearsal(Topology topology, StageKind kind, std::shared_ptr<RehearsalStage> stage);
    Result<void> signal(const Host& host, int number);
    StageOrder crowding(const Host& host, bool isCrowded) const;
    std::vector<std::size_t> coresAt(std::size_t place) const;

    const Topology m_topology; ///< joined
    const PlaceIndex m_places;
    const StageKind m_kind;
    const std::shared_ptr<RehearsalStage> m_stage;
};

/// The path of lockstep-stage, which lies beside lockstep-engine.
std::string stageBeside(const std::string& engine);

/// What is run in place of a drawn experiment: all hosts are this computer, and the ranks of GPUs compute on
/// its processors.
Experiment rehearsedExperiment(Experiment experiment);

} // namespace lockstep
