// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/run_phase.h"

#include <QString>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// What the lamp of a card shows.
struct HostState {
    std::optional<RunPhase> phase; ///< of a run there; nothing: no run concerns the host
    QString reason;                ///< why it failed or was lost, a sentence; else empty
    bool operator==(const HostState&) const = default;
};

/// By the host's id.
using HostStates = std::map<std::string, HostState>;

/// What the lamp means, for a tool tip and a screen reader; empty without a run.
QString lampSentence(const HostState& state);

} // namespace lockstep
