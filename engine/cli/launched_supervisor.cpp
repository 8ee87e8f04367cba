// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/launched_supervisor.h"

#include "engine/cli/launcher_address.h"
#include "engine/core/error.h"
#include "engine/distributed/authentication.h"
#include "engine/host/run_store.h"
#include "engine/host/supervisor_process.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/start_table.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <optional>

namespace lockstep {
namespace {

/// The supervisors of one attempt among each other, before there are leases.
class Meeting {
public:
    Meeting(const LaunchedRun& launched, const RankEnvironment& environment, int cancelDescriptor)
        : m_experiment(launched.experiment)
    {
        RendezvousOptions options;
        if (environment.worldSize > 1) {
            options = rendezvousFor(environment, parseRunToken(launched.token));
            m_address = addressTowards(options.master, environment);
        }
        options.settings = launched.run + "\n" + toJson(launched.experiment);
        options.cancelDescriptor = cancelDescriptor;
        m_rendezvous.emplace(options);
    }

    const std::string& address() const { return m_address; }

    /// The highest of all, for hosts may have missed an attempt.
    int agreeOnAttempt(int mine)
    {
        int highest = mine;
        for (const std::string& told : m_rendezvous->exchange(std::to_string(mine))) {
            int theirs = 0;
            std::from_chars(told.data(), told.data() + told.size(), theirs);
            highest = std::max(highest, theirs);
        }
        return highest;
    }

    std::map<std::size_t, SubmittedReply> introduce(const SubmittedReply& mine)
    {
        const auto told = m_rendezvous->exchange(toJson(mine));
        std::map<std::size_t, SubmittedReply> replies;
        auto next = told.begin();
        for (const std::size_t host : hostsOf(placeProcesses(m_experiment)))
            replies[host] = valueOrThrow(parseMessage<SubmittedReply>(*next++), ExitCode::PeerLost);
        return replies;
    }

private:
    const Experiment& m_experiment;
    std::string m_address = "127.0.0.1";
    std::optional<Rendezvous> m_rendezvous;
};

std::string drawnToken()
{
    std::string token;
    for (const std::uint8_t byte : freshNonce()) {
        token += "0123456789abcdef"[byte >> 4];
        token += "0123456789abcdef"[byte & 15];
    }
    return token;
}

/// A launcher shows it beside what the other hosts say.
void say(const std::string& hostName, const std::string& text)
{
    std::cout << hostName << ": " << text << std::endl;
}

} // namespace

int hostOfProcess(const Experiment& experiment, const RankEnvironment& environment)
{
    const auto hosts = hostsOf(placeProcesses(experiment));
    if (hosts.size() != static_cast<std::size_t>(environment.worldSize))
        throw EngineError(
            ExitCode::InvalidExperiment,
            Error{LOCKSTEP_TEXT("The experiment takes %1 hosts, but the launcher has started %2 "
                                "supervisors. Start one on each host, as in \"srun --nodes=%1 "
                                "--ntasks-per-node=1\"."),
                  {std::to_string(hosts.size()), std::to_string(environment.worldSize)},
                  "topology.hosts"});
    return static_cast<int>(*std::next(hosts.begin(), environment.rank));
}

int nextAttemptHere(const std::string& run, int host)
{
    const auto folder = HostFolder::open(run, host);
    const auto last = folder ? folder->readState() : std::nullopt;
    return last ? last->state.attempt + 1 : 1;
}

ExitCode superviseLaunched(const LaunchedRun& launched, const RankEnvironment& environment,
                           SupervisorOptions options)
{
    SubmitRequest request;
    request.run = launched.run;
    request.host = hostOfProcess(launched.experiment, environment);
    request.experiment = toJson(launched.experiment);
    request.resume = launched.resume;
    const Host& host = launched.experiment.topology.hosts.at(static_cast<std::size_t>(request.host));
    const Descriptor signals = becomeSupervisor();
    Meeting meeting(launched, environment, signals.get());
    request.attempt = meeting.agreeOnAttempt(nextAttemptHere(request.run, request.host));
    if (host.interface.empty())
        request.address = launched.address.empty() ? meeting.address() : launched.address;
    const auto supervisor = makeSupervisor(request, std::move(options));
    say(host.name, "attempt " + std::to_string(request.attempt) + " of " + request.run + " on " +
                       toString(supervisor->submitted().lease));
    try {
        StartRequest start = valueOrThrow(
            startTable(request.run, launched.experiment, meeting.introduce(supervisor->submitted())),
            ExitCode::PeerLost);
        start.host = request.host;
        start.token = launched.token.empty() ? drawnToken() : launched.token;
        supervisor->start(start);
    } catch (const EngineError& error) {
        supervisor->abandon(error);
    }
    supervisor->run(signals.get());
    const RunState& state = supervisor->state();
    say(host.name, "ended with exit code " + std::to_string(state.exitCode) + ". " + state.message.english());
    return static_cast<ExitCode>(state.exitCode);
}

} // namespace lockstep
