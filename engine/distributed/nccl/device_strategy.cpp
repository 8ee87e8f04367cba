// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/device_strategy.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/distributed/exchange.h"
#include "engine/distributed/nccl/nccl_all_reduce.h"
#include "engine/distributed/nccl/staged_strategy.h"

#include <algorithm>

namespace lockstep::cuda {
namespace {

/// The same as AllReduce for a group of one, whose gradients are everyone's where they lie.
class SoloAllReduce final : public Strategy {
public:
    bool touchesWeights() const override { return false; }
    bool watchesSteps() const override { return false; }
    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch&) override {}
    void ready(std::size_t) override {}
    StepEnd finish(const StepVotes& mine) override { return {Outcome::ApplyGradients, mine}; }
    StepEnd settle() override { return {}; }
    TensorStore& state() override { return m_state; }

private:
    HostTensors m_state; ///< none
};

/// Of the device that is current, as hexadecimal digits.
std::string uuidOf(int device)
{
    constexpr char digits[] = "0123456789abcdef";
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    std::string text;
    for (const char byte : properties.uuid.bytes) {
        text += digits[static_cast<unsigned char>(byte) >> 4];
        text += digits[static_cast<unsigned char>(byte) & 15];
    }
    return text;
}

bool isAllReduce(const StrategyFactory& make, const TrainingSpec& training)
{
    return isStandard(make) && training.strategy == StrategyKind::AllReduce &&
           training.compression == CompressionKind::None;
}

} // namespace

std::unique_ptr<Strategy> makeDeviceStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                             ProcessGroup& group, const DeviceReplica& replica,
                                             const NcclSource& nccl)
{
    if (group.worldSize() == 1 && isAllReduce(make, training))
        return std::make_unique<SoloAllReduce>();
    const std::optional<NcclLibrary> library = group.worldSize() > 1 ? nccl() : std::nullopt;
    const Exchange exchange = agreeOnExchange(
        group, {DeviceKind::Cuda, uuidOf(replica.queue.device()), library ? library->version() : 0});
    if (exchange.way == Exchange::Way::Nccl && isAllReduce(make, training)) {
        NcclOptions options;
        options.timeoutSeconds = training.timeoutSeconds;
        options.connectSeconds = std::max(options.connectSeconds, training.timeoutSeconds);
        options.deterministic = training.deterministic;
        return std::make_unique<NcclAllReduce>(*library, group, replica, options);
    }
    return std::make_unique<StagedStrategy>(make, training, group, replica, exchange.reason);
}

} // namespace lockstep::cuda
