// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/data_copy/arrival.h"
#include "engine/host/order_thread.h"
#include "engine/protocol/data_copy.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

/// A host's part in handing a data set on, that an attach conversation was asked for, on a thread of its own:
/// disks and the other host take their time. The destructor gives it up, and waits some milliseconds for
/// that. Everything is called from one thread.
class DataOrder {
public:
    /// `arrival`: of the set of this conversation, which outlives the order: written where this host takes
    /// them, read where it gives what is still arriving. Throws EngineError when it cannot listen where it is
    /// asked to.
    DataOrder(std::uint32_t request, DataCopyRequest asked, Arrival& arrival);

    std::uint32_t request() const { return m_work.request(); }
    const std::string& data() const { return m_asked.data; }
    bool takes() const { return m_asked.peer.port == 0; }
    /// Wakes the turn when it is over.
    void addTo(PollTurn& turn) const { m_work.addTo(turn); }
    /// Listening, Progressed, Done or Failed, when it has come to that.
    std::optional<Frame> next();
    /// Done or Failed was the last frame.
    bool over() const { return m_work.over(); }

private:
    void handOn(int cancel);
    std::optional<Frame> progress();

    const DataCopyRequest m_asked;
    Arrival& m_arrival;
    Descriptor m_listener;
    std::optional<Frame> m_listening;
    Clock::time_point m_told{};
    OrderThread m_work; ///< the last, for it uses the others
};

} // namespace lockstep
