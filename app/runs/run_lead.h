// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/mirrors/run_folder.h"

#include <QString>
#include <optional>
#include <string>

namespace lockstep {

/// Where a person goes to mend what ended a run.
struct RunLead {
    enum class Place {
        Nowhere,
        Field, ///< of the experiment, by its key
        Host,  ///< the field of one of the hosts, by its key
        Log    ///< of a rank, at its last lines
    };
    Place place = Place::Nowhere;
    std::string key; ///< as in errors: "data.path", "topology.hosts.1.address"
    int host = -1;   ///< index into the hosts of the run, for Host
    int rank = -1;   ///< for Log
    bool operator==(const RunLead&) const = default;
};

/// Follows from what is recorded of the end; a run that ended well, or by a person's wish, leads nowhere.
RunLead leadOf(const RunInfo& info);

/// The key in a drawing of the same experiment, in which hosts may have come and gone; nothing when the
/// drawing is of another one, or has lost the host. REQUIRES: a lead to a field or a host of the run.
std::optional<std::string> keyInDrawing(const RunLead& lead, const Experiment& ran, const Experiment& drawn);

/// What stands on the button that goes there; empty for Nowhere.
QString leadText(const RunLead& lead, const Experiment& experiment);

} // namespace lockstep
