// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "remote/rehearsal/stage/neighbours.h"
#include "remote/rehearsal/stage/places.h"
#include "remote/rehearsal/stage_order.h"

#include <string>
#include <vector>

namespace lockstep {

/// Carries out the orders that come over a SOCK_SEQPACKET socket, one after the other, and buries the
/// processes that nobody else waits for: it is the first of its world. One thread.
class StageServer {
public:
    StageServer(Descriptor control, Places places);

    /// Until the other end is closed, however that comes about.
    void serve();

private:
    /// Nothing where the conversation is over.
    bool takeOrder();
    std::string carryOut(const StageOrder& order, std::vector<Descriptor> descriptors);
    void buryChildren() const;

    Descriptor m_control;
    Descriptor m_children; ///< signalfd(2): a child has ended
    const Places m_places;
    Neighbours m_neighbours;
};

} // namespace lockstep
