// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "engine/protocol/precision_advice.h"

#include <algorithm>

namespace lockstep {

namespace {

bool trainsOnProcessor(const Host& host)
{
    return std::any_of(host.devices.begin(), host.devices.end(),
                       [](const Device& device) { return device.kind == DeviceKind::Cpu; });
}

} // namespace

Problems precisionProblems(const Experiment& experiment, const HostReports& reports)
{
    Problems problems;
    for (const Host& host : experiment.topology.hosts) {
        const auto report = reports.find(host.id);
        if (report == reports.end() || !trainsOnProcessor(host))
            continue;
        const auto advice =
            precisionAdvice(experiment.training.precision, report->second.instructionSets, host.name);
        if (advice)
            problems.push_back({Severity::Warning, {advice->text, {host.name}, "training.precision"}});
    }
    return problems;
}

} // namespace lockstep
