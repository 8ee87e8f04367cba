// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/compute/part_program.h"

#include <memory>

namespace lockstep {

/// On this host's processor, of general kernels, as makeGraphProgram. Borrows `memory`. Throws EngineError.
std::unique_ptr<PartProgram> makeHostPart(const GraphPart& part, const ProgramOptions& options,
                                          std::pmr::memory_resource& memory = hugePageMemory());

} // namespace lockstep
