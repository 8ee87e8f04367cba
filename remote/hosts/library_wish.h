// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"
#include "remote/library_offer.h"

namespace lockstep {

/// What to do about libraries of NVIDIA's that a host lacks for its GPUs.
struct LibraryWish {
    enum class Act {
        Nothing,
        Tell, ///< that this computer has them
        Ask,  ///< a person, and send them
    };
    Act act = Act::Nothing;
    GpuRanks ranks = GpuRanks::None; ///< of the run; None as well where this host has none of them
    double drawnBytesPerSecond = 0;  ///< what the host's fastest link may carry; 0: it is not drawn
};

/// For a host of a topology, by its index.
LibraryWish libraryWish(const Topology& topology, int host, LibraryWish::Act act);

} // namespace lockstep
