// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/child_reaper.h"
#include "engine/host/frame_channel.h"
#include "engine/protocol/frame.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// One preview of data of this host: `lockstep-engine preview` in a process of its own, so that a slow disk
/// stops nobody, and a picture that crashes its decoder nothing else. Nothing here waits. The destructor
/// kills it and leaves it to the reaper.
class PreviewProcess {
public:
    /// `command`: argv. `payload`: for its standard input, at most kMaxPreviewRequestBytes. `reaper` outlives
    /// it. Throws EngineError.
    PreviewProcess(std::uint32_t request, std::vector<std::string> command, const std::string& payload,
                   ChildReaper& reaper);
    ~PreviewProcess();
    PreviewProcess(const PreviewProcess&) = delete;
    PreviewProcess& operator=(const PreviewProcess&) = delete;

    std::uint32_t request() const { return m_request; }
    std::uint64_t offset() const { return m_sent; }
    /// Reads what it says when there is something to read.
    void addTo(PollTurn& turn);
    /// The next Data, Ended or Failed frame once it has ended; none while it is previewing.
    std::optional<Frame> next();
    /// Ended or Failed was the last frame.
    bool over() const { return m_over; }
    Clock::time_point deadline() const { return m_deadline; }

private:
    void read();
    Frame fail(const std::string& payload);

    std::uint32_t m_request;
    ChildReaper& m_reaper;
    pid_t m_pid = -1;
    Descriptor m_output; ///< of the process; closed at its end
    std::string m_answer;
    std::uint64_t m_sent = 0;
    std::optional<int> m_status; ///< once it is reaped
    bool m_over = false;
    Clock::time_point m_deadline;
};

} // namespace lockstep
