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
    const Precision precision = experiment.training.precision;
    Problems problems;
    for (const Host& host : experiment.topology.hosts) {
        const auto report = reports.find(host.id);
        if (report == reports.end() || !trainsOnProcessor(host))
            continue;
        const auto say = [&](Severity severity, const std::optional<Sentence>& sentence) {
            if (sentence)
                problems.push_back({severity, {sentence->text, {host.name}, "training.precision"}});
        };
        const std::vector<std::string>& sets = report->second.instructionSets;
        say(Severity::Error, precisionRefusal(precision, sets, host.name));
        say(Severity::Warning, precisionAdvice(precision, sets, host.name));
    }
    return problems;
}

} // namespace lockstep
