// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_lead.h"

#include "app/text/inert_text.h"
#include "engine/protocol/exit_code.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

struct Leads {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunLead)
};

RunLead toField(std::string key)
{
    return {.place = RunLead::Place::Field, .key = std::move(key)};
}

RunLead toHost(const RunInfo& info, const char* member)
{
    if (info.culpritHosts.isEmpty())
        return {};
    const int host = info.culpritHosts.first();
    return {.place = RunLead::Place::Host,
            .key = "topology.hosts." + std::to_string(host) + '.' + member,
            .host = host};
}

RunLead toLog(const RunInfo& info)
{
    if (info.culprit < 0)
        return {};
    return {.place = RunLead::Place::Log, .key = {}, .rank = info.culprit};
}

} // namespace

RunLead leadOf(const RunInfo& info)
{
    switch (static_cast<ExitCode>(info.exitCode)) {
    case ExitCode::Success:
    case ExitCode::Stopped:
        return {};
    case ExitCode::DataError:
        return toField("data.path");
    case ExitCode::OutOfMemory:
        return toField("training.batch");
    case ExitCode::DeviceUnavailable:
        return toHost(info, "devices");
    case ExitCode::HostUnreachable:
    case ExitCode::DeployFailed:
        return toHost(info, "address");
    default:
        return toLog(info);
    }
}

std::optional<std::string> keyInDrawing(const RunLead& lead, const Experiment& ran, const Experiment& drawn)
{
    const std::vector<Host>& hosts = ran.topology.hosts;
    const std::vector<Host>& now = drawn.topology.hosts;
    const auto isDrawn = [&](const Host& host) {
        return std::ranges::find(now, host.id, &Host::id) != now.end();
    };
    // Names alone do not tell drawings apart: copies and templates share them.
    if (drawn.name != ran.name || std::ranges::none_of(hosts, isDrawn))
        return std::nullopt;
    if (lead.place == RunLead::Place::Field)
        return lead.key;
    const std::string prefix = "topology.hosts." + std::to_string(lead.host);
    const auto here = std::ranges::find(now, hosts.at(static_cast<std::size_t>(lead.host)).id, &Host::id);
    if (here == now.end())
        return std::nullopt;
    return "topology.hosts." + std::to_string(here - now.begin()) + lead.key.substr(prefix.size());
}

QString leadText(const RunLead& lead, const Experiment& experiment)
{
    const std::vector<Host>& hosts = experiment.topology.hosts;
    const auto host = static_cast<std::size_t>(lead.host);
    switch (lead.place) {
    case RunLead::Place::Nowhere:
        break;
    case RunLead::Place::Field:
        return lead.key == "data.path" ? Leads::tr("Choose the data") : Leads::tr("Change the batch");
    case RunLead::Place::Host:
        return host < hosts.size() ? Leads::tr("Show %1").arg(inertString(hosts[host].name)) : QString();
    case RunLead::Place::Log:
        return Leads::tr("Show the log of rank %1").arg(lead.rank);
    }
    return {};
}

} // namespace lockstep
