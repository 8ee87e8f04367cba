// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/bundle/bundle.h"
#include "remote/ssh/ssh_session.h"

#include <cstdint>
#include <functional>
#include <string>

namespace lockstep {

/// What a deployment found or did.
struct Deployed {
    std::string hash; ///< of the engine to start, or of the libraries
    bool uploaded = false;
};
using DeployProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Puts the bundle into `.lockstep/engine/<hash>/` below the log-in folder. Whatever happens, a folder of
/// that name is whole: files go to a folder of a random name, the host itself compares their SHA-256, and
/// only then it gets its name. Two deployments at once do not disturb each other. One that is cancelled or
/// cut off leaves nothing, for the host itself removes what is unfinished when the connection ends; what a
/// host that crashed could not remove, a later deployment does when it is more than a day old.
///
/// `preferred`: hash of an engine that began this run; when it is still there, it is used. Anything else than
/// a hash is none.
Result<Deployed> deploy(SshSession& session, const Bundle& bundle, const std::string& preferred,
                        const DeployProgress& progress);

/// The same for libraries of NVIDIA's, which go to `.lockstep/libraries/<hash>/`.
Result<Deployed> deployLibraries(SshSession& session, const Payload& libraries,
                                 const DeployProgress& progress);

} // namespace lockstep
