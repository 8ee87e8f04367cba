// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/topology.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace lockstep {

class Graph;

enum class Phase { Training, Evaluation };

/// A batch as the program reads it; borrowed until the backward that follows has returned.
struct BatchView {
    std::span<const float> inputs;          ///< {count, sample shape}, row-major (NCHW)
    std::span<const std::int32_t> labels;   ///< count class indices
    int count = 0;                          ///< 0 ... ProgramOptions::batch
};

struct LossResult {
    double lossSum = 0; ///< over the samples of the batch (not divided)
    int correct = 0;    ///< samples whose largest logit is their label's (the first of equals)
};

struct ProgramOptions {
    int batch = 1;   ///< the largest count that will come
    int threads = 1; ///< worker threads, each on its share of the batch
    Precision precision = Precision::Float32;
    LossKind loss = LossKind::CrossEntropy;
};

/// A graph lowered to one device: planned buffers, chosen layouts, fused operations. Nothing is allocated in a
/// step. Used by one thread; throws EngineError.
class Program {
public:
    virtual ~Program() = default;

    /// In graph order. Whoever writes to the values calls parametersChanged() before the next forward.
    virtual std::span<const Parameter> parameters() const = 0;
    virtual void parametersChanged() = 0;

    /// Logits and loss of a batch. Softmax cross-entropy takes logits and labels; squared error is
    /// (1/classes) * sum over classes of (logit - one-hot)^2, as PyTorch's MSELoss per sample.
    virtual LossResult forward(const BatchView& batch, Phase phase) = 0;

    /// Gradients of lossSum / divisor of the last forward(Training), overwriting the parameters' gradients.
    /// `divisor` is the global batch's sample count, so that adding all ranks' gradients gives the mean over the
    /// global batch. `ready(i)` is called on the calling thread as soon as the gradient of parameters()[i] is
    /// final, last layers first, once for each. An empty batch gives zeros.
    virtual void backward(double divisor, const std::function<void(std::size_t)>& ready) = 0;

    /// {count, classes} of the last forward; valid until the next.
    virtual std::span<const float> logits() const = 0;
    /// Planned memory, parameters included.
    virtual std::int64_t memoryBytes() const = 0;
};

/// What runs the mathematics on one device. Thread-safe.
class ComputeBackend {
public:
    virtual ~ComputeBackend() = default;
    virtual Device device() const = 0;
    /// What this device and its library are, for the log: "oneDNN 2.6.3, AVX-512".
    virtual std::string description() const = 0;
    virtual std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) const = 0;
};

/// Throws EngineError(DeviceUnavailable) when this build or host cannot serve the device.
std::unique_ptr<ComputeBackend> makeComputeBackend(Device device);

/// PyTorch's default initialisation of Conv2d and Linear: weight and bias uniform in ±1/sqrt(fan in)
/// (kaiming_uniform with a = sqrt 5). The same seed gives the same values on every host.
void initializeParameters(const Graph& graph, std::span<const Parameter> parameters, std::uint64_t seed);

} // namespace lockstep
