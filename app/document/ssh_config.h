// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <QString>
#include <vector>

namespace lockstep {

/// The hosts that a file such as ~/.ssh/config names outright, in its order: aliases without wildcards, with
/// the HostName, User and Port that apply to them. Follows Include; skips what it does not understand, for
/// ssh itself reads the file again. Empty when there is no such file.
std::vector<Host> sshConfigHosts(const QString& path);
/// ~/.ssh/config.
QString sshConfigPath();

} // namespace lockstep
