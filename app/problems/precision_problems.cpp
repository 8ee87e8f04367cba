// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "engine/protocol/precision_advice.h"

namespace lockstep {

Problems precisionProblems(const Experiment& experiment, const HostReports& reports)
{
    Problems problems;
    for (const Host& host : experiment.topology.hosts) {
        const auto known = reports.find(host.id);
        const HostReport report = known != reports.end() ? known->second : HostReport();
        const auto say = [&](Severity severity, const std::optional<Sentence>& sentence, const char* key) {
            if (sentence)
                problems.push_back({severity, {sentence->text, sentence->arguments, key}});
        };
        say(Severity::Error, precisionRefusal(experiment.training, host, report), "training.precision");
        say(Severity::Warning, precisionAdvice(experiment.training, host, report),
            experiment.training.precision == Precision::Float32 ? "training.tf32" : "training.precision");
    }
    return problems;
}

} // namespace lockstep
