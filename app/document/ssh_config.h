// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

#include <QString>
#include <vector>

namespace lockstep {

/// The hosts that a file such as ~/.ssh/config names outright, in its order: aliases without wildcards, which
/// are their addresses as for ssh, with the User and Port that apply to them. Follows Include; skips what it
/// does not understand, for the file is read again when the host is reached. Empty when there is no such
/// file.
std::vector<Host> sshConfigHosts(const QString& path);
/// ~/.ssh/config.
QString sshConfigPath();

} // namespace lockstep
