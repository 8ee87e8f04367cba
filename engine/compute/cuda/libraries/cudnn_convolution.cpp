// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cudnn_convolution.h"

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/stuck_devices.h"
#include "engine/compute/cuda/libraries/library_versions.h"
#include "engine/core/error.h"

namespace lockstep::cuda {
namespace {

/// The first with the graph API as it is used here.
constexpr std::size_t kOldestCudnn = 90000;

/// Which memory the tensors of a graph have in one execution.
class BoundTensors {
public:
    /// cuDNN has one type for what it reads and what it writes.
    template <typename Id>
    void bind(Id id, const void* memory)
    {
        m_ids.push_back(static_cast<std::int64_t>(id));
        m_memory.push_back(const_cast<void*>(memory));
    }
    CudnnDescriptor pack(void* workspace) const
    {
        CudnnDescriptor pack(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
        return pack.set(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, m_ids)
            .set(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, m_memory)
            .set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, workspace)
            .finalize();
    }

private:
    std::vector<std::int64_t> m_ids;
    std::vector<void*> m_memory;
};

void execute(const CudnnHandle& handle, const ConvolutionPlan& plan, const Queue& queue,
             const BoundTensors& tensors, void* workspace)
{
    checkCudnn(cudnnSetStream(handle.get(), queue.stream()), "cudnnSetStream");
    // The first of a plan loads its code.
    const DriverCall call("cudnnBackendExecute", DriverCall::Kind::Setup);
    checkCudnn(cudnnBackendExecute(handle.get(), plan.plan.raw(), tensors.pack(workspace).raw()),
               call.name());
}

} // namespace

CudnnHandle makeCudnnHandle()
{
    if (cudnnGetVersion() < kOldestCudnn)
        throw EngineError(
            ExitCode::DeviceUnavailable,
            {LOCKSTEP_TEXT("This host has cuDNN %1, which is too old: version %2 or newer is needed. "
                           "Install it there, for example with pip install nvidia-cudnn-cu%3."),
             {versionText(cudnnGetVersion()), versionText(kOldestCudnn),
              std::to_string(CUDART_VERSION / 1000)},
             {}});
    cudnnHandle_t handle = nullptr;
    const DriverCall call("cudnnCreate", DriverCall::Kind::Setup);
    checkCudnn(cudnnCreate(&handle), call.name());
    return {handle, [](cudnnHandle_t owned) {
                if (isSomeDeviceStuck()) // it waits for the device
                    return;
                const DriverCall destroying("cudnnDestroy");
                cudnnDestroy(owned);
            }};
}

CudnnConvolution::CudnnConvolution(CudnnHandle handle, ConvolutionPlan plan)
    : m_handle(std::move(handle)), m_plan(std::move(plan))
{
}

void CudnnConvolution::give(Queue& queue, const void* first, const void* second, void* result,
                            void* workspace) const
{
    BoundTensors tensors;
    tensors.bind(GraphTensor::First, first);
    tensors.bind(GraphTensor::Second, second);
    tensors.bind(GraphTensor::Result, result);
    execute(m_handle, m_plan, queue, tensors, workspace);
}

CudnnFusedConvolution::CudnnFusedConvolution(CudnnHandle handle, ConvolutionPlan plan,
                                             ConvolutionEpilogue epilogue)
    : m_handle(std::move(handle)), m_plan(std::move(plan)), m_epilogue(epilogue)
{
}

void CudnnFusedConvolution::give(Queue& queue, const void* x, const void* weights,
                                 const EpilogueTensors& tensors, void* y, void* workspace) const
{
    BoundTensors bound;
    bound.bind(EpilogueTensor::X, x);
    bound.bind(EpilogueTensor::Weights, weights);
    bound.bind(EpilogueTensor::Y, y);
    if (m_epilogue.kind == ConvolutionEpilogue::Kind::Statistics) {
        bound.bind(EpilogueTensor::Totals, tensors.totals);
        bound.bind(EpilogueTensor::Squares, tensors.squares);
    } else {
        bound.bind(EpilogueTensor::Center, tensors.affine.center);
        bound.bind(EpilogueTensor::Scale, tensors.affine.scale);
        bound.bind(EpilogueTensor::Bias, tensors.affine.bias);
    }
    if (m_epilogue.residual)
        bound.bind(EpilogueTensor::Residual, tensors.residual);
    execute(m_handle, m_plan, queue, bound, workspace);
}

} // namespace lockstep::cuda
