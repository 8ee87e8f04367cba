// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/by_hand_command.h"

#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/settings/by_hand.h"

#include <cstdio>

namespace lockstep {

int runByHand(const CommandLine& line)
{
    const Result<Experiment> experiment = readExperiment(line.target, {});
    if (!experiment)
        return refuse(experiment.error(), ExitCode::InvalidExperiment);
    if (const std::vector<Error> errors = checkExperiment(*experiment); !errors.empty()) {
        printErrors(errors);
        return static_cast<int>(ExitCode::InvalidExperiment);
    }
    std::printf("%s", qUtf8Printable(handScript(*experiment, handPlaces(line.target))));
    return 0;
}

} // namespace lockstep
