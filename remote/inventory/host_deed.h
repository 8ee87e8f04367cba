// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/host_inventory.h"

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <optional>

namespace lockstep {

/// What a person has a host do with something that it keeps.
struct HostDeed {
    enum class Kind {
        Adopt,    ///< a run becomes one of this desktop's too
        End,      ///< a run that goes on finishes its step, saves and ends, on all its hosts
        Sweep,    ///< processes that an ended run left are ended
        Remove,   ///< a run that has ended goes from the host, with its checkpoints
        Withdraw, ///< a deployment that nothing uses goes
    };
    Kind kind = Kind::Adopt;
    RunReference run{};               ///< unless Withdraw
    DeploymentReference deployment{}; ///< of Withdraw
};

struct HostDeedOutcome {
    HostDeed deed;
    std::optional<Error> error{};
    QString folder{};        ///< of a run that was adopted
    QStringList elsewhere{}; ///< its hosts that are the other desktop's own computer, out of reach from here
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::HostDeedOutcome)
