// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/topology.h"

namespace lockstep {

/// Whether what is known of one drawn host is known of the other: both are reached in the same way and have
/// the same devices. Ids alone do not tell, for most drawings have a "host-1".
inline bool isSameMachine(const Host& one, const Host& other)
{
    return one.id == other.id && one.connection == other.connection && one.address == other.address &&
           one.port == other.port && one.user == other.user && one.devices == other.devices;
}

} // namespace lockstep
