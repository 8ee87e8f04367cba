// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep {

/// How a process of Lockstep ends; the desktop, the supervisor and people's scripts rely on these numbers.
/// A process killed by a signal is reported as 128 + signal, as shells do.
enum class ExitCode : int {
    Success = 0,
    Failure = 1,           ///< anything not listed below
    Usage = 2,             ///< the command line could not be understood
    InvalidExperiment = 3, ///< the experiment document was refused
    DataError = 4,         ///< a data set is missing, damaged or does not fit the model
    DeviceUnavailable = 5, ///< a device of the experiment is not there
    PeerLost = 6,          ///< another rank died, fell silent or left
    CheckpointError = 7,   ///< a checkpoint could not be written or verified
    HostUnreachable = 8,   ///< no connection, refused host key or failed log-in
    DeployFailed = 9,      ///< the engine could not be put on a host
    Stopped = 10,          ///< ended early because a person asked for it
    OutOfMemory = 11,
};

} // namespace lockstep
