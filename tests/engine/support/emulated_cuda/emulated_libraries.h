// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/device_libraries.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockstep::testing {

/// What the comparison of fused convolutions with their parts comes to on an emulated device, for all of them
/// or, as on a true one, for some.
enum class EmulatedFusions { None, Some, All };

/// What cuDNN and cuBLAS compute, by plain loops given to the stream of a fake runtime: f32 sums, rounded to
/// the element type once. As strict as they are, and stricter: tensors and workspaces are aligned as promised
/// or the work fails; a workspace is asked for and filled with rubbish; a measured choice waits for the
/// queue. Borrows the queue. It computes in the element types of `served`. Convolutions of the pass
/// `synchronizing`, if any, wait for the device when they are given, so that they cannot be recorded.
std::unique_ptr<cuda::DeviceLibraries>
makeEmulatedLibraries(cuda::Queue& queue,
                      std::vector<Element> served = {Element::Float32, Element::Bfloat16, Element::Float16},
                      EmulatedFusions fusions = EmulatedFusions::None,
                      std::optional<cuda::ConvolutionPass> synchronizing = std::nullopt);

} // namespace lockstep::testing
