// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/culprit.h"
#include "remote/rehearsal/rehearsal.h"
#include "tests/app/blame/halting_host.h"

#include <cstddef>
#include <memory>

namespace lockstep {

/// What is done to a rehearsal.
enum class Fault {
    None,
    ClampedLink, ///< to 15 Mbit/s
    StoppedHost, ///< for good
    HaltingHost, ///< for three quarters of the time
    BurnedCore,  ///< something else computes on it
    SlowLoader,  ///< batches come at half the rate
};

struct FaultFacts {
    const char* name;
    Culprit::Kind kind; ///< as which it must be named
    bool isLocal;       ///< it is felt where ranks mostly compute
    bool isAlone;       ///< it is felt by ranks that compute, which need the cores to themselves
};
FaultFacts factsOf(Fault fault);

/// `victim`: a host, or the link of that host, which has the same index.
bool isNamed(Fault fault, std::size_t victim, const Culprit& culprit);

/// Lasts until this object ends, at least.
class InjectedFault {
public:
    InjectedFault(std::shared_ptr<Rehearsal> rehearsal, Fault fault, std::size_t victim);
    /// The rehearsal has carried it out.
    bool hasLanded() const { return m_halting ? m_halting->halts() > 0 : m_hasLanded; }

private:
    std::unique_ptr<HaltingHost> m_halting;
    bool m_hasLanded = false;
};

} // namespace lockstep
