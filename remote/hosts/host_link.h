// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"
#include "remote/attach/attach_client.h"
#include "remote/host_event.h"
#include "remote/hosts/library_wish.h"
#include "remote/prompter.h"
#include "remote/rehearsal/rehearsal.h"
#include "remote/remote_options.h"

#include <functional>
#include <memory>
#include <string>
#include <variant>

namespace lockstep {

struct DataPayload;

/// An open conversation with one host, by SSH or with a process of this computer or of a rehearsal.
struct HostLink {
    std::unique_ptr<AttachClient> client;
    std::string localAddress; ///< our end of the SSH connection; empty for this computer, and over a jump
    std::string peerAddress;  ///< its address there; in a rehearsal the one that its place has
    std::string bundle;       ///< hash of the engine there; empty for this computer
};

struct HostLinkOptions {
    Host host;
    RemoteOptions remote;
    std::string preferredBundle; ///< the one that began this run
    LibraryWish libraries{};
    std::shared_ptr<Rehearsal> rehearsal{};    ///< where the host is to be; nullptr: where it is drawn
    std::shared_ptr<const DataPayload> data{}; ///< to be copied there; nullptr: none
};

/// Connects, deploys where needed, copies data, looks after NVIDIA's libraries, and starts the engine's
/// attach. Waits, on the thread of the host; `sink` gets HostConnecting, HostDeploying, HostHasData and
/// HostLacksLibraries.
std::variant<HostLink, HostFailed> openLink(const HostLinkOptions& options, Prompter& prompter,
                                            SecretStore& secrets, const WakeFlag& interrupt,
                                            const std::function<void(HostEvent)>& sink);

} // namespace lockstep
