// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/folder_weight.h"
#include "engine/protocol/frame.h"
#include "engine/protocol/host_inventory.h"

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>

namespace lockstep {

/// A Survey that is under way in a conversation: finds what the host keeps, then weighs it, a slice at a
/// time.
class HostSurvey {
public:
    /// Runs whose supervisors have died are settled on the way.
    explicit HostSurvey(std::uint32_t request);
    HostSurvey(const HostSurvey&) = delete;
    HostSurvey& operator=(const HostSurvey&) = delete;

    std::uint32_t request() const { return m_request; }
    /// Works for a slice. The next Progressed or Surveyed, where there is something to tell.
    std::optional<Frame> advance();
    /// Surveyed was the last frame.
    bool over() const { return m_over; }

private:
    struct Weighed {
        FolderWeight weight;
        std::uint64_t* bytes; ///< of m_inventory
    };
    void weighAll();
    Frame answer();

    std::uint32_t m_request;
    HostInventory m_inventory;
    std::list<Weighed> m_left;
    std::uint64_t m_weighed = 0; ///< bytes of those that are done
    std::chrono::steady_clock::time_point m_told{};
    bool m_over = false;
};

/// Ends the processes that a run has left on this machine, whether its folder is still there or not. Throws
/// EngineError while the run goes on, and where a process cannot be killed.
void sweepRun(const std::string& run, int host);

} // namespace lockstep
