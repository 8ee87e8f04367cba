// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_graph.h"
#include "engine/compute/cuda/libraries/device_libraries.h"
#include "engine/compute/cuda/libraries/epilogue_graph.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::cuda {

/// What is planned for: the device of a handle, or one that is described and not at hand.
class PlanTarget {
public:
    explicit PlanTarget(cudnnHandle_t handle) : m_handle(handle) {}
    /// From what cuDNN writes as CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION. Asks for cuDNN 9.8.
    explicit PlanTarget(const std::string& deviceProperties);

    cudnnHandle_t handle() const { return m_handle; }
    /// Null for the device of a handle.
    const CudnnDescriptor* properties() const { return m_properties ? &*m_properties : nullptr; }

private:
    cudnnHandle_t m_handle = nullptr;
    std::optional<CudnnDescriptor> m_properties;
};

/// One of cuDNN's engines with its settings, for one pass.
struct EngineConfig {
    CudnnDescriptor config;
    /// The same whenever the same library is asked for the same on the same kind of device: "28 2=1 17=3",
    /// the engine's number and its knobs.
    std::string name;
    bool compiledAtRuntime = false; ///< its plan takes seconds
};

/// Those that compute as the options and ConvolutionShape ask for, the most recommended first.
std::vector<EngineConfig> engineConfigs(const PlanTarget& target, const LibraryOptions& options,
                                        const ConvolutionShape& shape, ConvolutionPass pass);

/// An engine's configuration made ready.
struct ConvolutionPlan {
    CudnnDescriptor plan;
    std::string name; ///< of the configuration
    std::int64_t workspaceBytes = 0;
};

/// Nothing where cuDNN then finds that it cannot, or where the plan takes more workspace than the limit.
std::optional<ConvolutionPlan> makePlan(const PlanTarget& target, const EngineConfig& config,
                                        std::int64_t workspaceLimit);

/// The first that can be had of those that need no compiling, else of the others. Throws
/// EngineError(DeviceUnavailable) where there is none.
ConvolutionPlan firstPlan(const PlanTarget& target, const LibraryOptions& options,
                          const ConvolutionShape& shape, ConvolutionPass pass);

/// The same for a fused graph; nothing where there is none. Most have to be compiled, which takes seconds.
std::optional<ConvolutionPlan> fusedPlan(const PlanTarget& target, const LibraryOptions& options,
                                         const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue);

/// A plan as text, with what was compiled for it; and back, at once. Nothing where cuDNN does not do it: it
/// is of another version, or the device of another kind.
std::optional<std::string> savedPlan(const ConvolutionPlan& plan);
std::optional<ConvolutionPlan> restoredPlan(const PlanTarget& target, const std::string& saved);

/// No plan can be had.
[[noreturn]] void refuseConvolution(const ConvolutionShape& shape, ConvolutionPass pass);

} // namespace lockstep::cuda
