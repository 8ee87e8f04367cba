// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/frame_channel.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockstep {

class HostFolder;

/// The supervisor's door: a socket in the run folder through which attach processes of the same user send
/// requests. One frame, one answer; the caller's poll loop does the work.
class ControlServer {
public:
    using Handler = std::function<Frame(const Frame& request)>;

    /// Replaces a socket that a dead supervisor left. REQUIRES: the folder's lock is held. Throws
    /// EngineError.
    ControlServer(const HostFolder& folder, Handler handler);

    void addTo(PollTurn& turn);
    /// Gives answers that are on their way a moment to leave.
    void close();

private:
    void accept();
    void serve(FrameChannel& channel);

    Handler m_handler;
    Descriptor m_listener;
    std::vector<std::unique_ptr<FrameChannel>> m_channels;
};

/// Connects to the supervisor of this run. An empty descriptor: nobody listens.
Descriptor connectControl(const HostFolder& folder);

} // namespace lockstep
