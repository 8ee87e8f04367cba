// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/data_copy/arrival.h"
#include "engine/protocol/data_copy.h"

namespace lockstep {

/// Files of which the host that takes tells at a time what it has.
inline constexpr std::size_t kDataFilesAtOnce = 4096;
inline constexpr std::size_t kDataBlockBytes = 256u << 10;

/// Takes a data set from the other host of this copy; it lies at its place when this returns. What was there
/// of it is gone on with, to the byte. Waits; throws EngineError. `listener` and `cancel` as SealedStream's.
void takeData(const DataCopyRequest& request, int listener, int cancel, Arrival& arrival);

/// Gives it to the other host. `arrival`: of the set, where it is still arriving here; nullptr: it is not.
void giveData(const DataCopyRequest& request, int cancel, const Arrival* arrival);

} // namespace lockstep
