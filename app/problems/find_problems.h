// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/model_costs.h"
#include "app/problems/problem.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/host_report.h"

#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// What hosts have said about themselves, by their ids.
using HostReports = std::map<std::string, HostReport>;

/// Everything that would fail or disappoint if this experiment ran, from the document and these reports
/// alone: errors first, then warnings. Touches neither disk nor network. `costs`: what the engine says about
/// the model for this experiment's modelQuestion(), or why it refuses it; without it, or with an error that
/// has no key, nothing is said about memory and the time on links. Of a host without a report it is claimed
/// alone what `ownEngine` says of itself, the report of this computer's engine, which a run copies to hosts.
Problems findProblems(const Experiment& experiment,
                      const std::optional<Result<ModelCosts>>& costs = std::nullopt,
                      const HostReports& reports = {}, const HostReport* ownEngine = nullptr);

/// The parts of findProblems() beyond checkExperiment().
Problems topologyProblems(const Topology& topology);
Problems trainingProblems(const Experiment& experiment);
Problems costProblems(const Experiment& experiment, const ModelCosts& costs, const HostReports& reports = {});
/// Hosts that cannot compute in the experiment's precision, or do so slowly.
Problems precisionProblems(const Experiment& experiment, const HostReports& reports);
/// Devices that a host does not have, or that the engine cannot train on.
Problems deviceProblems(const Topology& topology, const HostReports& reports, const HostReport* ownEngine);

/// What nothing protects though everything is right: gradients that GPUs of several hosts exchange by NCCL.
/// No problem, for nothing in the document would mend it.
std::optional<Sentence> openExchangeNote(const Topology& topology, StrategyKind strategy);

} // namespace lockstep
