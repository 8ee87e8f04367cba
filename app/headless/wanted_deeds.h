// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"
#include "remote/inventory/host_inventories.h"

#include <QVector>

namespace lockstep {

struct WantedDeed {
    int host = 0; ///< of the inventories
    HostDeed deed;
};

/// What a command line asks of hosts that have told what they keep. Runs are named by the beginning of their
/// id, deployments by that of their hash, of which six digits are the least. An error where a name fits
/// nothing, or more than one thing.
Result<QVector<WantedDeed>> wantedDeeds(const CommandLine& line, const HostInventories& inventories);

} // namespace lockstep
