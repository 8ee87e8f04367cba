// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"

#include <gloo/context.h>

#include <memory>
#include <vector>

namespace lockstep {

/// A Gloo context whose transport is `messenger`, which must outlive it. Serves Gloo's collectives of the
/// newer kind (options + free function), which use unbound buffers only; the older classes throw.
std::shared_ptr<gloo::Context> makeGlooContext(Messenger& messenger);
/// Of these ranks alone, in this order, our own among them; none more than once.
std::shared_ptr<gloo::Context> makeGlooContext(Messenger& messenger, std::vector<int> ranks);

} // namespace lockstep
