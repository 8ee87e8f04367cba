// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/cpu_program.h"

namespace lockstep {

/// A program of stages over NHWC maps, for every graph: oneDNN's convolutions, own kernels for the rest.
/// Every worker runs each step on its share of the samples, single-threaded; they meet where batch norms need
/// the sums over the whole batch, around linear layers, and where gradients are added up. A share of a size
/// that has not come before makes its primitives at its first use; apart from that only oneDNN itself
/// allocates in a step. Borrows `memory`. Throws EngineError when the precision needs a processor that this
/// is not, or for lack of memory.
std::unique_ptr<CpuProgram> makeGraphProgram(const Graph& graph, const ProgramOptions& options,
                                             std::pmr::memory_resource& memory = hugePageMemory());

/// What that program plans, without its memory. Throws as makeGraphProgram, but not for lack of memory.
ProgramMemory graphProgramMemory(const Graph& graph, const ProgramOptions& options);

/// "AMX bf16", "AVX-512 bf16", or empty where this processor has neither.
std::string bfloat16Unit();

} // namespace lockstep
