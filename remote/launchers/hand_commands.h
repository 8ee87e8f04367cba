// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <string>
#include <vector>

namespace lockstep {

/// What a run consists of, and by whom else it could be started.
enum class HandStep {
    Token,    ///< drawn here
    Copy,     ///< the engine, the experiment and the token, to each host
    Start,    ///< a supervisor on each host; these run at the same time
    Follow,   ///< what rank 0 writes
    Stop,     ///< one host tells the others
    Srun,     ///< within an allocation of Slurm
    Mpirun,   ///< each rank by Open MPI
    Torchrun, ///< each rank by PyTorch's launcher
    Yarn,     ///< by DMLC's tracker, which MXNet's launch.py calls; nobody has tried it
};
struct HandCommands {
    HandStep step = HandStep::Token;
    std::vector<std::string> lines; ///< each a command for a POSIX shell
};

/// What the commands name on this computer.
struct HandPlaces {
    std::string run;        ///< an id for the run
    std::string engine;     ///< lockstep-engine
    std::string bundle;     ///< folder of the engine with its libraries, as it is copied to other hosts
    std::string document;   ///< the experiment
    std::string thisHost;   ///< by which name others reach this computer
    int containerCores = 1; ///< what YARN is asked for, for each rank
    int containerMebibytes = 4096; ///< of main memory
};

/// The commands that a person would type to do by hand what Lockstep does with this experiment, step by step;
/// then those that have other launchers do it. Whatever the experiment holds, each line does what it shows:
/// texts are quoted for the shell, here and on the host. Empty where nothing is placed.
std::vector<HandCommands> handCommands(const Experiment& experiment, const HandPlaces& places);

} // namespace lockstep
