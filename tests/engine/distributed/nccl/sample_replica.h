// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_replica.h"
#include "engine/distributed/strategy.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockstep::testing {

/// Sizes of parameters that buckets of a few kilobytes do not hold all of.
inline const std::vector<std::size_t> kSizes{500, 20, 25'000, 50, 9'000, 500, 10, 3};
inline constexpr std::size_t kBucketBytes = 40'000;

/// A value for each element of each tensor.
using Values = std::function<float(std::size_t tensor, std::size_t element)>;

/// Weights and gradients that a strategy keeps in step, wherever they lie: what a program is to it.
class SampleReplica {
public:
    virtual ~SampleReplica() = default;
    std::size_t tensors() const { return kSizes.size(); }
    virtual std::unique_ptr<Strategy> make(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group) = 0;
    /// As a backward pass leaves the gradients, and tells of them.
    virtual void give(Strategy& strategy, const Values& gradient) = 0;
    virtual std::vector<float> gradients() = 0;
    virtual void setWeights(const Values& weight) = 0;
    virtual std::vector<float> weights() = 0;
    /// As a plain optimiser: weight -= rate * gradient.
    virtual void applyGradients(float rate) = 0;
    /// How often a strategy has said that it changed the weights.
    int changes() const { return m_changes; }

protected:
    int m_changes = 0;
};

/// In this host's memory.
std::unique_ptr<SampleReplica> makeHostReplica();
/// On an emulated device; its strategy is what all ranks agree on.
std::unique_ptr<SampleReplica>
makeDeviceReplica(int device,
                  std::function<std::unique_ptr<Strategy>(const StrategyFactory&, const TrainingSpec&,
                                                          ProcessGroup&, const cuda::DeviceReplica&)>
                      strategies);

} // namespace lockstep::testing
