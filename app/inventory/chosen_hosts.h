// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <QString>
#include <QVector>

namespace lockstep {

/// Every log-in of a drawing once, in its order: several hosts of it may be one machine.
QVector<Host> hostsOf(const Topology& topology);

Host thisComputer();

/// What a person typed: `user@host:port`, a name of ~/.ssh/config, `gpu[01-04]`.
Result<QVector<Host>> hostsNamed(const QString& word);

/// "ada@gpu-1:22"; nothing of this computer.
QString loginText(const Host& host);

} // namespace lockstep
