// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_plans.h"

#include <memory>

namespace lockstep::cuda {

/// What cuDNN keeps for the current device. Shared by those who compute with it, on one thread.
using CudnnHandle = std::shared_ptr<cudnnContext>;

/// Throws EngineError(DeviceUnavailable) also where the library found is too old, or its parts are of
/// different versions.
CudnnHandle makeCudnnHandle();

/// A pass of a convolution by one of cuDNN's plans for this device.
class CudnnConvolution final : public Convolution {
public:
    CudnnConvolution(CudnnHandle handle, ConvolutionPlan plan);

    std::int64_t workspaceBytes() const override { return m_plan.workspaceBytes; }
    void give(Queue& queue, const void* first, const void* second, void* result,
              void* workspace) const override;

private:
    CudnnHandle m_handle;
    ConvolutionPlan m_plan;
};

/// A forward pass with its epilogue by one plan.
class CudnnFusedConvolution final : public FusedConvolution {
public:
    CudnnFusedConvolution(CudnnHandle handle, ConvolutionPlan plan, ConvolutionEpilogue epilogue);

    std::int64_t workspaceBytes() const override { return m_plan.workspaceBytes; }
    void give(Queue& queue, const void* x, const void* weights, const EpilogueTensors& tensors, void* y,
              void* workspace) const override;

private:
    CudnnHandle m_handle;
    ConvolutionPlan m_plan;
    ConvolutionEpilogue m_epilogue;
};

} // namespace lockstep::cuda
