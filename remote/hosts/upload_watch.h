// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/host_event.h"
#include "remote/waiting.h"

#include <functional>

namespace lockstep {

/// Tells how far an upload is, at most ten times a second, and afterwards how fast it was.
class UploadWatch {
public:
    /// `sink` gets HostDeploying and outlives it.
    UploadWatch(const std::function<void(HostEvent)>& sink, HostDeploying::Load load)
        : m_sink(sink), m_load(load)
    {
    }

    /// `done` is 0 at the beginning, and `total` at the end.
    void advance(std::uint64_t done, std::uint64_t total);
    /// 0: too little was sent to tell.
    double bytesPerSecond() const;

private:
    const std::function<void(HostEvent)>& m_sink;
    const HostDeploying::Load m_load;
    std::uint64_t m_done = 0;
    Clock::time_point m_began{}, m_last{}, m_reported{};
};

} // namespace lockstep
