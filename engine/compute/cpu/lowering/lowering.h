// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/batch_norm.h"
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cpu/lowering/fused_graph.h"
#include "engine/compute/cpu/lowering/packed_weights.h"
#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/core/parameter.h"
#include "engine/core/tensor_store.h"

#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockstep {

class DnnlConvolution;
struct ConvolutionSizes;

/// What is decided about a program before its memory is placed.
struct LoweredGraph {
    /// Logits and the place of the loss' derivative, {samples, classes} f32, of each worker.
    struct Head {
        BufferId logits = 0;
        BufferId gradient = 0;
        double weight = 1;
    };
    Head output;
    std::vector<Head> auxiliary;
    /// To be run by every worker for its share of the full batch, so that the first step need not.
    std::vector<Work> preparations;
};

/// Turns a graph into the steps of forward and backward. Every stage appends its forward steps in order, and
/// leaves behind a function that appends its backward steps; those run in the opposite order, so that they
/// find the gradient of their output complete. Activations are dense NHWC.
class Lowering {
public:
    struct Tensors {
        std::span<const Parameter> parameters;
        std::span<const NamedTensor> buffers;
    };
    Lowering(const Graph& graph, const ProgramOptions& options, Tensors tensors, Schedule& schedule,
             StepBuffers& buffers, PackedWeights& weights);

    /// Throws EngineError.
    LoweredGraph lower();

private:
    struct GradientPart {
        BufferId buffer = 0;
        bool owned = false; ///< nothing that comes later in backward but the value's own stage reads it
    };
    /// A stage's output and, during backward, the buffers whose sum is its gradient.
    struct Value {
        BufferId data = 0;
        Element element = Element::Float32;
        int channels = 0;
        int frames = 1; ///< a picture is a clip of one
        int height = 0;
        int width = 0;
        int readers = 0;
        bool wantsGradient = true;
        bool keepsData = false; ///< the stage that makes it reads it again in backward
        std::vector<GradientPart> parts{};

        std::int64_t pixels() const { return std::int64_t{frames} * height * width; }
        std::int64_t elements() const { return pixels() * channels; }
        std::int64_t bytes() const { return elements() * static_cast<std::int64_t>(bytesOf(element)); }
    };
    struct Destination {
        BufferId buffer;
        Output output;
    };
    /// How a layer's windows slide over what it reads.
    struct Slides {
        Side frames, rows, columns;

        /// Every frame as a map of its own.
        Windows withinFrames(int channels) const
        {
            return {.samples = frames.in, .channels = channels, .rows = rows, .columns = columns};
        }
        /// After these: all pixels of a frame as one row, so that the windows slide over the rows.
        Windows acrossFrames(int channels) const
        {
            const int pixels = rows.out * columns.out;
            return {
                .samples = 1, .channels = channels, .rows = frames, .columns = {.in = pixels, .out = pixels}};
        }
    };
    struct Norm;
    struct Product;
    using Uses = std::vector<BufferId>;

    // The stages
    void stage(std::size_t id);
    void input(Value& y);
    void single(const Stage& stage, Value& x, Value& y);
    void combine(const Stage& stage, Value& y);
    void normalized(const Stage& stage, Value& y);
    void normalizedGradient(const Stage& stage, Value& y, const std::vector<Norm>& norms);
    void added(const Stage& stage, Value& y);
    void scaled(const Stage& stage, Value& y);
    void normPool(const Stage& stage, Value& y);
    void convolution(const Stage& stage, Value& x, Value& y);
    void denseConvolution(const Stage& stage, const ConvolutionSizes& sizes, Value& x, Value& y);
    void convolutionGradient(const Stage& stage, Value& x, Value& y,
                             const std::shared_ptr<DnnlConvolution>& convolution, bool bias);
    void depthwise(const Stage& stage, Value& x, Value& y);
    void depthwiseWeightGradient(const Layer& layer, const Value& x, const Value& y, const Windows& shape,
                                 BufferId dy, std::int64_t taps, bool bias);
    void linear(const Stage& stage, Value& x, Value& y);
    void linearGradient(const Stage& stage, Value& x, Value& y, const Product& product);
    /// Within the frames, then across them, each by `window`.
    void pool(const Layer& layer, Value& x, Value& y,
              void (Lowering::*window)(const Windows&, Value&, Value&));
    void maxPool(const Windows& shape, Value& x, Value& y);
    void averagePool(const Windows& shape, Value& x, Value& y);
    void activation(Activation function, Value& x, Value& y);
    void concat(const Stage& stage, Value& y);
    void slice(int first, Value& x, Value& y);
    void shuffle(int groups, Value& x, Value& y);
    void dropout(const Layer& layer, double probability, Value& x, Value& y);
    void layerNorm(const Layer& layer, double epsilon, Value& x, Value& y);
    void subsample(const SubsampleLayer& layer, Value& x, Value& y);
    LoweredGraph::Head head(std::size_t stage, double weight);

    // Pieces of stages
    Norm norm(const Layer& layer, const Value& x);
    std::vector<Norm> norms(const Stage& stage);
    void prepareNormGradients(const std::vector<Norm>& norms);
    /// Where a batch norm's gradient of its input belongs.
    BufferId replaced(Value& x);
    /// The gradient of a parameter is the sum of what the workers have in this f64 buffer, `at` elements into
    /// it.
    void finishSums(std::size_t parameter, BufferId sums, std::int64_t at);

    // Values and their gradients
    Value& value(const Term& term) { return m_values[term.stage]; }
    const NhwcKernels& kernels(const Value& value) const { return nhwcKernels(value.element); }
    BufferId samples(std::int64_t elements, Element element);
    /// Where a kernel that can add brings its contribution.
    Destination destination(Value& to);
    /// A new buffer for a contribution that is written, not added.
    BufferId fresh(Value& to);
    void pass(Value& to, BufferId gradient, bool owned);
    /// The sum of the parts in at most `most` of them; none when nothing depends on the value.
    std::vector<GradientPart> gradient(Value& of, std::size_t most);
    /// For a stage of one input: `add(dy, dx)` adds the step that brings the gradient of x, unless nobody
    /// wants it.
    template <typename Add>
    void inputGradient(Value& x, Value& y, Add add)
    {
        m_gradients.push_back([this, &x, &y, add = std::move(add)] {
            const std::vector<GradientPart> parts = gradient(y, 1);
            if (!parts.empty() && x.wantsGradient)
                add(parts[0].buffer, destination(x));
        });
    }
    void forward(const char* name, Work work, const Uses& uses, Step::Kind kind = Step::Kind::Samples);
    void backward(const char* name, Work work, const Uses& uses, Step::Kind kind = Step::Kind::Samples);
    /// dy where the clamp let y through: in the part itself if that is owned.
    BufferId clampedGradient(const GradientPart& part, const Value& y, Clamp clamp);
    DropoutMask mask(const Layer& layer, double probability) const;
    static DropoutMask drawn(DropoutMask mask, const Frame& f);
    /// Of a convolution or a pooling; an adaptive one's windows are its sizes alone.
    static Slides slides(const LayerKind& kind, const Value& x, const Value& y);
    /// What is said of one sample, for the worker's samples.
    template <typename Shape>
    static Shape of(Shape shape, const Frame& f)
    {
        shape.samples *= f.count;
        return shape;
    }

    const float* weight(const Layer& layer, std::size_t at) const
    {
        return m_tensors.parameters[layer.firstParameter + at].value.data();
    }
    std::span<float> weightGradient(std::size_t parameter) const
    {
        return m_tensors.parameters[parameter].gradient;
    }

    const Graph& m_graph;
    FusedGraph m_fused;
    ProgramOptions m_options;
    Tensors m_tensors;
    Schedule& m_schedule;
    StepBuffers& m_buffers;
    PackedWeights& m_weights;
    Element m_element; ///< of the activations
    int m_share;       ///< most samples of a worker
    bool m_trainingOnly = false;
    BufferId m_scratch;          ///< of the primitives; of each worker
    std::vector<Value> m_values; ///< by stage
    std::deque<Value> m_inner;   ///< within stages
    std::vector<std::function<void()>> m_gradients;
    LoweredGraph m_result;
};

/// A batch norm in the program.
struct Lowering::Norm {
    int channels = 0;
    std::int64_t pixels = 0;
    double epsilon = 0;
    double momentum = 0;
    std::size_t parameter = 0; ///< the weight; the bias follows
    const float* weight = nullptr;
    const float* bias = nullptr;
    std::span<float> runningMean, runningVariance, batches;
    BufferId moments = 0; ///< shared, f64 {worker, 2, channels}: forward's moments
    BufferId sums = 0;    ///< the same for backward's sums
    BufferId merged = 0;  ///< f64 {2, channels}
    BufferId center = 0, inverse = 0, scale = 0, slope = 0, xSlope = 0, offset = 0; ///< f32 {channels}
    BufferId dropped = 0; ///< f32 {2, channels}: the parameters' gradients, of workers but the first

    double* slot(const Frame& f, BufferId of, int worker) const;
    BatchNormState state(const Frame& f) const;
    ChannelAffine affine(const Frame& f) const;
    void prepare(const Frame& f) const;
    void prepareGradient(const Frame& f, std::span<float> weightGradient,
                         std::span<float> biasGradient) const;
};

} // namespace lockstep
