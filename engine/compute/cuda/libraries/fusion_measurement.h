// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/cudnn_convolution.h"
#include "engine/compute/cuda/libraries/fusion_chooser.h"

#include <functional>

namespace lockstep::cuda {

/// Compares a fused graph of cuDNN's with the plain convolution and the engine's own kernel after it, on the
/// device. The memory for that is its own and taken when it is first needed; where there is not enough,
/// nothing can be measured.
class FusionMeasurement final : public FusionBench {
public:
    struct Subject {
        ConvolutionShape shape;
        ConvolutionEpilogue epilogue;
        LibraryOptions options;
        std::function<ConvolutionPlan()> plain; ///< the convolution's fastest
    };
    /// Borrows queue and target.
    FusionMeasurement(CudnnHandle handle, Queue& queue, const PlanTarget& target, Subject subject);
    ~FusionMeasurement() override;

    std::optional<double> epilogueSeconds() override;
    std::optional<double> separateSeconds() override;
    std::optional<double> fusedSeconds(const ConvolutionPlan& plan) override;
    std::optional<ConvolutionPlan> plan() override;
    std::optional<std::string> saved(const ConvolutionPlan& plan) override;
    std::optional<ConvolutionPlan> restored(const std::string& saved) override;

private:
    class Tensors;
    /// Null where there is not enough memory.
    const Tensors* tensors();
    void giveEpilogue(const Tensors& tensors) const;

    CudnnHandle m_handle;
    Queue& m_queue;
    const PlanTarget& m_target;
    Subject m_subject;
    std::unique_ptr<Tensors> m_tensors;
};

} // namespace lockstep::cuda
