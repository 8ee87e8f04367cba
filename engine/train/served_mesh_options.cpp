// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/served_mesh_options.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

ServedMeshOptions servedMeshOptions(const RankLaunch& launch, const TrainingSpec& training,
                                    const StopFlag& stop)
{
    if (launch.servers.empty())
        throw EngineError(ExitCode::InvalidExperiment,
                          Error{LOCKSTEP_TEXT("The strategy %1 needs servers, but this process was launched "
                                              "without any."),
                                {std::string(toString(training.strategy))},
                                "training.strategy"});
    ServedMeshOptions options;
    options.role = launch.role;
    options.number = launch.rank;
    options.ranks = launch.ranks;
    options.servers = launch.servers;
    options.listenDescriptor = launch.listenDescriptor;
    options.token = parseRunToken(launch.token);
    options.run = launch.run;
    options.attempt = launch.attempt;
    options.seals = training.encryption;
    options.timeoutSeconds = training.timeoutSeconds;
    options.connectSeconds = std::max(kMeetingSeconds, options.timeoutSeconds);
    options.settings = launch.experiment;
    options.cancelDescriptor = stop.descriptor();
    return options;
}

} // namespace lockstep
