// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rehearsal/disturbances.h"
#include "engine/protocol/result.h"

#include <QString>
#include <optional>
#include <string>
#include <variant>

namespace lockstep {

/// Done to a host of a rehearsal.
struct ActOnHost {
    std::string host; ///< id
    HostAct act = HostAct::Pause;
    bool operator==(const ActOnHost&) const = default;
};
/// Done to a link of a rehearsal.
struct ActOnLink {
    LinkKey link;
    std::optional<LinkState> state; ///< none: as it is drawn
    bool operator==(const ActOnLink&) const = default;
};

/// Something that is to be done to a rehearsal at a time that is set beforehand.
struct TimedAct {
    double seconds = 0; ///< since training began
    std::variant<ActOnHost, ActOnLink> act;
    bool operator==(const TimedAct&) const = default;
};

/// As people write one: SECONDS:ACT:HOST, ACT being pause, continue, slow, relieve, slow-data, relieve-data
/// or kill; or SECONDS:ACT:END,END for the first link drawn between two hosts or switches, ACT being cut,
/// mend or limit=RATE. Hosts and switches go by their names or ids in the drawing.
Result<TimedAct> timedActFrom(const QString& text, const Topology& drawn);

} // namespace lockstep
