// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include <algorithm>
#include <utility>

namespace lockstep {

std::size_t errorCount(const Problems& problems)
{
    return static_cast<std::size_t>(
        std::count_if(problems.begin(), problems.end(),
                      [](const Problem& problem) { return problem.severity == Severity::Error; }));
}

Problems findProblems(const Experiment& experiment, const std::optional<Result<ModelCosts>>& costs,
                      const HostReports& reports, const HostReport* ownEngine)
{
    Problems problems;
    for (Error& error : checkExperiment(experiment))
        problems.push_back({Severity::Error, std::move(error)});
    const auto append = [&](Problems more) {
        problems.insert(problems.end(), std::make_move_iterator(more.begin()),
                        std::make_move_iterator(more.end()));
    };
    // What keeps a model from these data is said once.
    const bool saidAlready = std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
        return problem.error.key == "model.name";
    });
    if (costs && !*costs && !costs->error().key.empty() && !saidAlready)
        problems.push_back({Severity::Error, costs->error()});
    append(topologyProblems(experiment.topology));
    append(deviceProblems(experiment.topology, reports, ownEngine));
    if (costs && *costs)
        append(costProblems(experiment, **costs, reports));
    append(trainingProblems(experiment));
    append(precisionProblems(experiment, reports));
    std::stable_partition(problems.begin(), problems.end(),
                          [](const Problem& problem) { return problem.severity == Severity::Error; });
    return problems;
}

} // namespace lockstep
