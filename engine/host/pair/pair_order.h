// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/frame_channel.h"
#include "engine/protocol/frame.h"
#include "engine/protocol/pair_measurement.h"

#include <cstdint>
#include <optional>
#include <thread>

namespace lockstep {

/// A measurement that an attach conversation was asked for, on a thread of its own: its samples come each
/// five milliseconds, whatever the conversation is busy with. The destructor gives it up, and waits some
/// milliseconds for that. Everything is called from one thread.
class PairOrder {
public:
    /// Throws EngineError when it cannot listen where it is asked to.
    PairOrder(std::uint32_t request, PairRequest asked);
    ~PairOrder();
    PairOrder(const PairOrder&) = delete;
    PairOrder& operator=(const PairOrder&) = delete;

    std::uint32_t request() const { return m_request; }
    /// Wakes the turn when next() has something to tell.
    void addTo(PollTurn& turn) const;
    /// Listening, Measured or Failed, when it has come to that.
    std::optional<Frame> next();
    /// Measured or Failed was the last frame.
    bool over() const { return m_over; }

private:
    void measure();

    const std::uint32_t m_request;
    const PairRequest m_asked;
    const Descriptor m_listener;
    const Descriptor m_cancel; ///< readable: the thread is to give up
    const Descriptor m_done;   ///< readable: the thread has written m_end
    std::optional<Frame> m_listening;
    Frame m_end;
    bool m_over = false;
    std::thread m_thread; ///< the last, for it uses the others
};

} // namespace lockstep
