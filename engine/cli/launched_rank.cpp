// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/launched_rank.h"

#include "engine/cli/launcher_address.h"
#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/host/data_ports.h"
#include "engine/host/process_identity.h"
#include "engine/protocol/message_descriptions.h"
#include "engine/protocol/process_placement.h"
#include "engine/train/served_mesh_options.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sched.h>

namespace lockstep {
namespace {

/// "0,1,4": what this process may run on. Empty where there are more than the call can tell.
std::string affinity()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0)
        return {};
    std::string cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set))
            cores += (cores.empty() ? "" : ",") + std::to_string(core);
    return cores;
}

/// Launchers may bind each rank to cores of its own, or let those of a machine share all.
int threadsOf(int rank, const std::vector<RankNotice>& notices)
{
    const RankNotice& mine = notices.at(static_cast<std::size_t>(rank));
    const auto sharing = std::ranges::count_if(notices, [&](const RankNotice& each) {
        return each.machine == mine.machine && each.cores == mine.cores;
    });
    return std::max(1, usableCores() / static_cast<int>(sharing));
}

std::string dataAddress(const Experiment& experiment, const RankEnvironment& environment,
                        const Endpoint& master)
{
    const auto placements = placeRanks(experiment);
    const std::size_t host = placements.at(static_cast<std::size_t>(environment.rank)).host;
    // A drawn interface counts; where SSH came in says nothing of a process that a scheduler started.
    const bool isDrawn = !experiment.topology.hosts.at(host).interface.empty();
    return isDrawn ? chooseDataAddress({}, experiment, static_cast<int>(host))
                   : addressTowards(master, environment);
}

} // namespace

std::string toJson(const RankNotice& notice)
{
    return nlohmann::json{{"address", notice.endpoint.address},
                          {"port", notice.endpoint.port},
                          {"attempt", notice.attempt},
                          {"machine", notice.machine},
                          {"cores", notice.cores}}
        .dump();
}

RankNotice parseRankNotice(std::string_view json)
{
    try {
        const auto document = nlohmann::json::parse(json);
        RankNotice notice;
        notice.endpoint.address = document.at("address").get<std::string>();
        notice.endpoint.port = document.at("port").get<int>();
        notice.attempt = document.at("attempt").get<int>();
        notice.machine = document.at("machine").get<std::string>();
        notice.cores = document.at("cores").get<std::string>();
        if (notice.endpoint.port >= 1 && notice.endpoint.port <= 65535 && notice.attempt >= 1 &&
            notice.attempt <= kMaxAttempt)
            return notice;
    } catch (const nlohmann::json::exception&) {
        // told below, as what is out of range
    }
    throw EngineError(ExitCode::PeerLost,
                      {LOCKSTEP_TEXT("What another rank told of itself could not be understood. Use the same "
                                     "version of Lockstep everywhere."),
                       {},
                       {}});
}

void requireFits(const Experiment& experiment, const RankEnvironment& environment)
{
    const std::size_t ranks = placeRanks(experiment).size();
    if (ranks != static_cast<std::size_t>(environment.worldSize))
        throw EngineError(
            ExitCode::InvalidExperiment,
            Error{LOCKSTEP_TEXT("The experiment places %1 ranks, but the launcher has started %2. "
                                "Start as many processes as the experiment has devices."),
                  {std::to_string(ranks), std::to_string(environment.worldSize)},
                  "topology.hosts"});
    if (placeProcesses(experiment).size() != ranks)
        throw EngineError(
            ExitCode::InvalidExperiment,
            Error{LOCKSTEP_TEXT("The strategy %1 needs servers, which supervisors start and these "
                                "launchers do not. Start the experiment with \"lockstep run\", or "
                                "choose another strategy."),
                  {std::string(toString(experiment.training.strategy))},
                  "training.strategy"});
}

void meetLaunchedRanks(RankLaunch& launch, const Experiment& experiment, const RankEnvironment& environment,
                       const RunToken& token, const StopFlag& stop)
{
    launch.rank = environment.rank;
    launch.worldSize = environment.worldSize;
    launch.localRank = environment.localRank;
    launch.localWorldSize = environment.localWorldSize;
    RendezvousOptions options = rendezvousFor(environment, token);
    options.settings = launch.experiment;
    options.deadlineSeconds = kMeetingSeconds;
    options.cancelDescriptor = stop.descriptor();
    Descriptor listening = listenOn(dataAddress(experiment, environment, options.master));
    Rendezvous rendezvous(options);
    std::vector<RankNotice> notices;
    for (const std::string& told : rendezvous.exchange(
             toJson(RankNotice{localEndpoint(listening.get()), launch.attempt, bootId(), affinity()})))
        notices.push_back(parseRankNotice(told));
    for (const RankNotice& notice : notices) {
        launch.ranks.push_back(notice.endpoint);
        launch.attempt = std::max(launch.attempt, notice.attempt);
    }
    if (launch.threads == 0)
        launch.threads = threadsOf(environment.rank, notices);
    launch.listenDescriptor = listening.release();
}

} // namespace lockstep
