// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/frame_channel.h"
#include "engine/protocol/frame.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace lockstep {

/// What an attach conversation was asked for and takes its time, on a thread of its own, and the frame that
/// it ends with. The destructor gives the work up and waits until that notices. Everything is called from one
/// thread.
class OrderThread {
public:
    /// Returns the last frame, and soon when `cancel` is readable. What it throws is answered with Failed.
    using Work = std::function<Frame(int cancel)>;

    /// `action`: what the work is, for the error when the host has no descriptors left (systemError()).
    /// Throws EngineError.
    OrderThread(std::uint32_t request, const std::string& action);
    ~OrderThread();
    OrderThread(const OrderThread&) = delete;
    OrderThread& operator=(const OrderThread&) = delete;

    std::uint32_t request() const { return m_request; }
    /// Once, or end().
    void begin(Work work);
    /// There is nothing to do: `last` is all.
    void end(Frame last);
    /// Wakes the turn when it is over.
    void addTo(PollTurn& turn) const;
    /// The last frame, when it has come to that; once.
    std::optional<Frame> takeLast();
    /// The last frame was taken.
    bool over() const { return m_over; }

private:
    const std::uint32_t m_request;
    const Descriptor m_cancel; ///< readable: the thread is to give up
    const Descriptor m_done;   ///< readable: m_last is written
    Frame m_last;
    bool m_over = false;
    std::thread m_thread; ///< the last, for it uses the others
};

} // namespace lockstep
