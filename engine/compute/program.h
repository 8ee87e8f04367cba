// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/batch_memory.h"
#include "engine/core/parameter.h"
#include "engine/core/samples.h"
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
    Samples inputs;                       ///< count of them, floats or pixels
    std::span<const std::int32_t> labels; ///< count class indices
    int count = 0;                        ///< 0 ... ProgramOptions::batch
    /// For dropout and stochastic depth, whose masks depend on the seed, the step and the sample's place in
    /// the global batch alone: equal whatever the number of threads.
    std::int64_t step = 0;
    std::int64_t firstSample = 0; ///< place of sample 0 in the global batch
    /// Of the memory that inputs and labels lie in: a program that reads them later than this view says keeps
    /// a copy until then.
    BatchHold hold{};
};

struct LossResult {
    double lossSum = 0; ///< over the samples of the batch (not divided)
    int correct = 0;    ///< samples whose largest logit is their label's (the first of equals)
    int correctTop5 =
        0; ///< samples with fewer than five logits that are larger, or equal and before their label's
};

struct ProgramOptions {
    int batch = 1;   ///< the largest count that will come
    int threads = 1; ///< worker threads, each on its share of the batch
    Precision precision = Precision::Float32;
    LossKind loss = LossKind::CrossEntropy;
    double labelSmoothing = 0; ///< as PyTorch's CrossEntropyLoss: the target is (1 - s) one-hot + s / classes
    std::uint64_t seed = 1;    ///< of dropout and stochastic depth
};

/// What backward does with the gradients that stand in the parameters.
enum class Gradients { Overwrite, Add };

/// A graph lowered to one device: planned buffers, chosen layouts, fused operations. Nothing is allocated in
/// a step. Used by one thread; throws EngineError.
class Program {
public:
    virtual ~Program() = default;

    /// In graph order. Whoever writes to the values calls parametersChanged() before the next forward.
    virtual std::span<const Parameter> parameters() const = 0;
    virtual void parametersChanged() = 0;
    /// Tensors that are not trained but belong to the model (running statistics), in the order of
    /// Graph::buffers(). forward(Training) updates them. Whoever writes to them calls parametersChanged()
    /// too.
    virtual std::span<const NamedTensor> buffers() const = 0;

    /// Logits and loss of a batch; in training the losses of auxiliary heads are added, each times its
    /// weight. Softmax cross-entropy takes logits and labels; squared error is (1/classes) * sum over classes
    /// of (logit - one-hot)^2, as PyTorch's MSELoss per sample.
    virtual LossResult forward(const BatchView& batch, Phase phase) = 0;

    /// Gradients of lossSum / divisor of the last forward(Training), into the parameters' gradients.
    /// `divisor` is the global batch's sample count, so that adding all ranks' gradients gives the mean over
    /// the global batch. `ready(i)` is called on the calling thread as soon as the gradient of
    /// parameters()[i] is final, last layers first, once for each. An empty batch gives zeros.
    virtual void backward(double divisor, Gradients gradients,
                          const std::function<void(std::size_t)>& ready) = 0;

    /// {count, classes} of the last forward; valid until the next.
    virtual std::span<const float> logits() const = 0;
    /// Where batches for it are best put.
    virtual std::shared_ptr<BatchMemory> batchMemory() const { return hostBatchMemory(); }
    /// Planned memory, parameters included.
    virtual std::int64_t memoryBytes() const = 0;
};

/// What runs the mathematics on one device. Thread-safe.
class ComputeBackend {
public:
    virtual ~ComputeBackend() = default;
    virtual Device device() const = 0;
    /// What this device and its library are and what computes this precision, for the log: "oneDNN 2.6.3, AMX
    /// bf16".
    virtual std::string description(Precision precision) const = 0;
    virtual std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) const = 0;
};

/// Throws EngineError(DeviceUnavailable) when this build or host cannot serve the device.
std::unique_ptr<ComputeBackend> makeComputeBackend(Device device);

/// Every parameter as the graph says, running statistics at 0 and 1. The same seed gives the same values on
/// every host.
void initializeParameters(const Graph& graph, Program& program, std::uint64_t seed);

} // namespace lockstep
