// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "engine/protocol/device_advice.h"

#include <utility>

namespace lockstep {

Problems deviceProblems(const Topology& topology, const HostReports& reports, const HostReport* ownEngine)
{
    Problems problems;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const Host& host = topology.hosts[i];
        const auto report = reports.find(host.id);
        std::optional<Sentence> refusal;
        if (report != reports.end())
            refusal = deviceRefusal(host, report->second);
        else if (ownEngine != nullptr)
            refusal = deviceKindRefusal(host, *ownEngine);
        if (refusal)
            problems.push_back(
                {Severity::Error,
                 Error{refusal->text, refusal->arguments, "topology.hosts." + std::to_string(i) + ".devices"},
                 Remedy::TrainOnProcessors});
    }
    return problems;
}

} // namespace lockstep
