// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gloo/context.h>

#include <cstdint>
#include <memory>
#include <span>

namespace lockstep {

/// Gloo's sums over the ranks of a context, in place, with the same bits on all of them: by bcube where
/// rounds count, by the ring where bytes do. Throws as Messenger does, and Gloo's own exceptions.
void allReduce(const std::shared_ptr<gloo::Context>& context, std::span<float> values, std::uint32_t tag);
void allReduce(const std::shared_ptr<gloo::Context>& context, std::span<double> values, std::uint32_t tag);

} // namespace lockstep
