// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/step_block.h"

#include <cstddef>
#include <cstdint>

/// What a step brings besides its samples, in one piece of memory that is copied at once: a StepBlock, and
/// the labels behind it.
namespace lockstep::cuda {

constexpr std::size_t stepHeaderBytes(int labels)
{
    return sizeof(StepBlock) + static_cast<std::size_t>(labels) * sizeof(std::int32_t);
}

inline std::int32_t* labelsOf(std::byte* header)
{
    return reinterpret_cast<std::int32_t*>(header + sizeof(StepBlock));
}

} // namespace lockstep::cuda
