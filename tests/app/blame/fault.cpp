// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/fault.h"

#include <vector>

namespace lockstep {

namespace {

using Kind = Culprit::Kind;

constexpr double kClampedRate = 15; ///< Mbit/s

Result<void> carryOut(Rehearsal& rehearsal, Fault fault, std::size_t victim)
{
    const Host& host = rehearsal.drawn().hosts[victim];
    switch (fault) {
    case Fault::ClampedLink:
        return rehearsal.setLink(victim, {.bandwidthMbps = kClampedRate});
    case Fault::StoppedHost:
        return rehearsal.pauseHost(host);
    case Fault::BurnedCore:
        return rehearsal.slowHost(host);
    case Fault::SlowLoader:
        return rehearsal.slowData(host);
    case Fault::None:
    case Fault::HaltingHost:
        break;
    }
    return {};
}

} // namespace

FaultFacts factsOf(Fault fault)
{
    switch (fault) {
    case Fault::None:
        break;
    case Fault::ClampedLink:
        return {"clamped link", Kind::SlowLink, false, false};
    case Fault::StoppedHost:
        return {"stopped host", Kind::SilentHost, false, false};
    case Fault::HaltingHost:
        return {"halting host", Kind::SlowRank, true, false};
    case Fault::BurnedCore:
        return {"burned core", Kind::SlowRank, true, true};
    case Fault::SlowLoader:
        return {"slow loader", Kind::SlowLoader, true, false};
    }
    return {"nothing", Kind::Nothing, false, false};
}

bool isNamed(Fault fault, std::size_t victim, const Culprit& culprit)
{
    if (culprit.kind != factsOf(fault).kind)
        return false;
    return fault == Fault::ClampedLink ? culprit.link->links == std::vector{victim} : culprit.host == victim;
}

InjectedFault::InjectedFault(std::shared_ptr<Rehearsal> rehearsal, Fault fault, std::size_t victim)
{
    m_hasLanded = carryOut(*rehearsal, fault, victim).ok();
    if (fault == Fault::HaltingHost)
        m_halting = std::make_unique<HaltingHost>(rehearsal, rehearsal->drawn().hosts[victim]);
}

} // namespace lockstep
