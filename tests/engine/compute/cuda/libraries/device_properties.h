// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_plans.h"
#include "engine/compute/cuda/libraries/precision_support.h"

#include <string>

namespace lockstep::testing {

/// What cuDNN is told of a card of the folder device_properties: "h200".
std::string devicePropertiesOf(const std::string& card);
cuda::DeviceFacts deviceFactsOf(const std::string& card);

bool hasNote(const cuda::EngineConfig& config, cudnnBackendNumericalNote_t note);

} // namespace lockstep::testing
