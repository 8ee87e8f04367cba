// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/order_thread.h"
#include "engine/protocol/pair_measurement.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// A measurement that an attach conversation was asked for, on a thread of its own: its samples come each
/// five milliseconds, whatever the conversation is busy with. The destructor gives it up, and waits some
/// milliseconds for that. Everything is called from one thread.
class PairOrder {
public:
    /// Throws EngineError when it cannot listen where it is asked to.
    PairOrder(std::uint32_t request, PairRequest asked);

    std::uint32_t request() const { return m_work.request(); }
    /// Wakes the turn when next() has something to tell.
    void addTo(PollTurn& turn) const { m_work.addTo(turn); }
    /// Listening, Measured or Failed, when it has come to that.
    std::optional<Frame> next();
    /// Measured or Failed was the last frame.
    bool over() const { return m_work.over(); }

private:
    const PairRequest m_asked;
    const Descriptor m_listener;
    std::optional<Frame> m_listening;
    OrderThread m_work; ///< the last, for it uses the others
};

} // namespace lockstep
