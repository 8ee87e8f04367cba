// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <string>

namespace lockstep {

/// What a run is doing on a host, as the lamp of its card shows it. Off: no run concerns it.
enum class RunLamp {
    Off,
    Waiting,
    Connecting,
    Deploying,
    Ready,
    Training,
    Lost,
    Stopping,
    Stopped,
    Finished,
    Failed
};

struct HostState {
    RunLamp lamp = RunLamp::Off;
    QString reason; ///< why it failed or was lost, a sentence; else empty
    bool operator==(const HostState&) const = default;
};

/// By the host's id.
using HostStates = std::map<std::string, HostState>;

/// What the lamp means, for a tool tip and a screen reader; empty for one that is off.
QString lampSentence(const HostState& state);

} // namespace lockstep
