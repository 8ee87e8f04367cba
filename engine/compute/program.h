// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/fusion_choice.h"
#include "engine/compute/program_memory.h"
#include "engine/core/batch_memory.h"
#include "engine/core/device_patience.h"
#include "engine/core/error.h"
#include "engine/core/gradient_buckets.h"
#include "engine/core/samples.h"
#include "engine/core/tensor_store.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/topology.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class Graph;

enum class Phase { Training, Evaluation };

/// What changes from step to step besides the samples: one block, which a device takes in one copy.
struct StepScalars {
    int count = 0; ///< samples; 0 ... ProgramOptions::batch
    /// For dropout and stochastic depth, whose masks depend on the seed, the step and the sample's place in
    /// the global batch alone: equal whatever the number of threads.
    std::int64_t step = 0;
    std::int64_t firstSample = 0; ///< place of sample 0 in the global batch
    /// Gradients are those of lossSum / divisor: the global batch's sample count, so that adding all ranks'
    /// gradients gives the mean over the global batch.
    double divisor = 1;
};

/// A batch as the program reads it; borrowed until loss() and, in training, the work that follows backward
/// have been waited for.
struct BatchView {
    Samples inputs;                       ///< count of them, floats or pixels
    std::span<const std::int32_t> labels; ///< count class indices
    StepScalars scalars{};
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

/// How long a device computed at the parts of a step.
struct ComputeSeconds {
    double forward = 0, backward = 0, update = 0;
};

struct ProgramOptions {
    int batch = 1;   ///< the largest count that will come
    int threads = 1; ///< worker threads, each on its share of the batch
    Precision precision = Precision::Float32;
    bool tf32 = false;          ///< f32 products may be formed in TF32, where the device can
    bool deterministic = false; ///< no sum whose order depends on timing
    LossKind loss = LossKind::CrossEntropy;
    double labelSmoothing = 0; ///< as PyTorch's CrossEntropyLoss: the target is (1 - s) one-hot + s / classes
    std::uint64_t seed = 1;    ///< of dropout and stochastic depth
    std::size_t bucketBytes = kStandardBucketBytes; ///< how gradients are laid out: see planBuckets()
    /// Of a GPU that is waited for and neither comes nor fails: after so many seconds it counts as stuck.
    double deviceSeconds = kStandardDeviceSeconds;
    /// Why the run has come to an end meanwhile, if it has: EngineError(Stopped) where somebody asked for it,
    /// else what has ended the other ranks. Any thread; may be empty. From then on a GPU that hangs is waited
    /// for no longer than a slow one would take.
    std::function<std::optional<EngineError>()> ended{};
    /// The process is about to end with this error, because a thread of it is in a call of a GPU's driver
    /// that does not come back: to be told to whoever has to know, within seconds, on another thread than the
    /// program's. Returns the code to end with; may be empty. See cuda::DriverCall.
    std::function<ExitCode(const EngineError&)> lastWords{};
    /// Takes lines for the log about what takes long or does not go as usual; may be empty. Called by the
    /// program's thread, also while it is made, for as long as the program lives.
    std::function<void(const std::string& line)> log{};
};

/// What backward does with the gradients that stand in the parameters.
enum class Gradients { Overwrite, Add };

/// A graph lowered to one device: planned buffers, chosen layouts, fused operations. Nothing is allocated in
/// a step. Used by one thread. Work is done in the order in which it is asked for; a call may return before
/// its work is done, unless it says that it waits. Throws EngineError, also for work that was asked for
/// before.
class Program {
public:
    virtual ~Program() = default;

    /// In graph order.
    virtual TensorStore& parameters() = 0;
    /// Of the parameters, in their order; what the last backward and whoever reduces them left there.
    virtual TensorStore& gradients() = 0;
    /// Tensors that are not trained but belong to the model (running statistics), in the order of
    /// Graph::buffers(). forward(Training) updates them.
    virtual TensorStore& buffers() = 0;

    /// Logits and loss of a batch; in training the losses of auxiliary heads are added, each times its
    /// weight. Softmax cross-entropy takes logits and labels; squared error is (1/classes) * sum over classes
    /// of (logit - one-hot)^2, as PyTorch's MSELoss per sample.
    virtual void forward(const BatchView& batch, Phase phase) = 0;
    /// Of the last forward; waits for it.
    virtual LossResult loss() = 0;
    /// Training steps that may be given, with their updates, before the loss of the first of them is asked
    /// for: 0, or 1 on devices that would stand still while the caller prepares the next one.
    virtual int stepsAhead() const { return 0; }
    /// Of the forward so many before the last, 0 ... stepsAhead(); waits for it.
    virtual LossResult lossBefore(int forwards);
    /// What the device spent on that forward and the work that followed it; waits for that. None: work is
    /// done in the calls that ask for it, whose time is the caller's to take.
    virtual std::optional<ComputeSeconds> secondsBefore(int forwards);
    /// {count, classes} of the last forward, for which it waits; valid until the next.
    virtual std::span<const float> logits() = 0;

    /// Gradients of the last forward(Training). `ready(i)` is called on the calling thread, last layers
    /// first, once for each, as soon as the gradient of tensor i of parameters() is final in the order of the
    /// device's work: whatever the device is asked for from then on finds it so. An empty batch gives zeros.
    virtual void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) = 0;

    /// Where batches for it are best put.
    virtual std::shared_ptr<BatchMemory> batchMemory() const { return hostBatchMemory(); }
    /// Planned memory, parameters included.
    virtual std::int64_t memoryBytes() const = 0;
    /// What was compared on the device so far, for the log: training's before the first step, evaluation's at
    /// the first full batch.
    virtual std::vector<FusionChoice> fusions() const { return {}; }
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
    /// What compile() would plan, to the byte, without any of it: total() is that program's memoryBytes().
    virtual ProgramMemory memoryBytes(const Graph& graph, const ProgramOptions& options) const = 0;
};

/// Throws EngineError(DeviceUnavailable) when this build or host cannot serve the device.
std::unique_ptr<ComputeBackend> makeComputeBackend(Device device);

/// Every parameter as the graph says, running statistics at 0 and 1. The same seed gives the same values on
/// every host.
void initializeParameters(const Graph& graph, Program& program, std::uint64_t seed);

} // namespace lockstep
