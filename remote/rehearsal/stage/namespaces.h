// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace lockstep {

/// Leaves the world for one of our own: users (unless `keepsUsers`, for which one has to be root), mounts,
/// the network, System V memory, and for the children the processes. Who we are outside is root in here.
/// Throws std::runtime_error with what was refused. REQUIRES: one thread.
void enterOwnWorld(bool keepsUsers);

/// One empty network for each place, held by networkDescriptorOf(). Throws as above.
void makeNetworks(std::size_t places);

/// The tables of processes and a private memory disk at kStageDisk; for the first process of the world.
/// Throws as above.
void mountOwnFiles();

/// Where the homes of the hosts are. Whoever makes a world of processes gives it memory of its own here, and
/// whatever lies there goes with the world.
inline constexpr const char* kStageDisk = "/dev/shm";

} // namespace lockstep
