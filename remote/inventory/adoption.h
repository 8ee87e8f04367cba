// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/topology.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockstep {

struct AdoptedRun {
    QString folder;
    QStringList elsewhere; ///< hosts that are another desktop's own computer
};

/// Makes a run that another desktop began one of the runs in `runs`, as if it had been begun from here:
/// whoever attaches to the folder mirrors all attempts from their first byte. `document`: the experiment as
/// the host keeps it; `found`: the host, as it was reached from here, which is how it and its own computer
/// are reached from now on. A run that is in `runs` already is left as it is, but for further attempts that
/// it has had elsewhere.
Result<AdoptedRun> adoptRun(const QString& runs, const RunState& state, const QByteArray& document,
                            const Host& found);

} // namespace lockstep
