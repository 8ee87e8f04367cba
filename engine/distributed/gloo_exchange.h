// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gloo/context.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

// Gloo's exchanges of bytes between the ranks of a context. They throw as Messenger does, and Gloo's own
// exceptions.

/// As ProcessGroup has them, by rank of the context.
std::vector<std::byte> allGather(const std::shared_ptr<gloo::Context>& context,
                                 std::span<const std::byte> mine, std::uint32_t tag);
void allToAll(const std::shared_ptr<gloo::Context>& context, std::span<const std::byte> mine,
              std::span<std::byte> theirs, std::uint32_t tag);
/// Parts of these sizes, one of each rank of the context; ours is where it belongs already.
void allGatherParts(const std::shared_ptr<gloo::Context>& context, std::span<std::byte> all,
                    const std::vector<std::size_t>& sizes, std::uint32_t tag);

} // namespace lockstep
