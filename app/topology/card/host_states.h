// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/card/host_load.h"
#include "engine/protocol/run_phase.h"

#include <QString>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// How far the test of a host is.
enum class TestState { Running, Passed, Failed };

/// What the lamp of a card shows: a run, or a test, whichever is the latest news of the host. With neither,
/// nothing is known of it.
struct HostState {
    std::optional<RunPhase> phase;
    std::optional<TestState> test;
    QString reason;  ///< of a run: why it failed, is lost or restarts; of a test: what was tried, and when
    HostLoad load{}; ///< while a run goes on there
    bool isLeftOut = false; ///< the run goes on without it, or did so until its end
    bool isLit() const { return phase || test; }
    bool hasFailed() const { return phase == RunPhase::Failed || test == TestState::Failed; }
    bool operator==(const HostState&) const = default;
};

/// By the host's id.
using HostStates = std::map<std::string, HostState>;

/// What the lamp means, for a tool tip and a screen reader.
QString lampSentence(const HostState& state);

} // namespace lockstep
