// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/cudnn_convolution.h"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace lockstep::cuda {

/// How long the work that `run` gives to the queue takes at the least in a recording, in seconds; nothing
/// where cuDNN does not run it after all, or not in a recording. What is clearly slower than `best` is not
/// measured any closer. Waits.
std::optional<double> leastSeconds(Queue& queue, const std::function<void()>& run,
                                   double best = std::numeric_limits<double>::infinity());

/// Measures the plans of one pass on the device, in memory of its own. Throws EngineError(OutOfMemory) where
/// there is not enough of that.
class PlanMeasurement {
public:
    PlanMeasurement(CudnnHandle handle, Queue& queue, const ConvolutionShape& shape, ConvolutionPass pass);

    /// See leastSeconds().
    std::optional<double> seconds(const ConvolutionPlan& plan, double best) const;

private:
    CudnnHandle m_handle;
    Queue& m_queue;
    DeviceMemory m_first;
    DeviceMemory m_second;
    DeviceMemory m_result;
    DeviceMemory m_workspace;
};

using PlanMaker = std::function<std::optional<ConvolutionPlan>(const EngineConfig&)>;
/// Is told how long the best takes that is known so far.
using PlanTimer = std::function<std::optional<double>(const ConvolutionPlan&, double best)>;

/// The fastest of the most recommended, each engine with the same settings once; the more recommended of
/// equals. Those that have to be compiled first are left out: that takes longer than a choice may. Nothing
/// where none can be had.
std::optional<ConvolutionPlan> fastestPlan(const std::vector<EngineConfig>& configs, const PlanMaker& make,
                                           const PlanTimer& seconds);

} // namespace lockstep::cuda
