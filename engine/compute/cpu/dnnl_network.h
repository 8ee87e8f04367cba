// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/arena.h"
#include "engine/graph/graph.h"

#include <dnnl.hpp>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Where a network finds a parameter and leaves its gradient; both in PyTorch's layout.
struct ParameterPointers {
    float* value = nullptr;
    float* gradient = nullptr;
};

/// A graph lowered to oneDNN primitives for one worker and one number of samples. Layouts are oneDNN's choice,
/// activations are fused into the convolution or linear layer before them, and every buffer, scratchpads included,
/// has its place in one arena by its first and last use. Used by one thread. Throws dnnl::error.
class DnnlNetwork {
public:
    /// The graph must be a chain (isChain). The pointers must stay valid as long as the network.
    DnnlNetwork(const Graph& graph, int count, const std::vector<ParameterPointers>& parameters);

    static bool isChain(const Graph& graph);

    /// Takes over new parameter values; needed before the first forward.
    void loadParameters();
    void forward(const float* inputs);
    /// {count, classes}; valid until the next forward.
    const float* logits() const;
    /// Where the derivative of the loss by the logits belongs before backward.
    float* logitsGradient();
    /// Runs backward as far as the gradients of one more layer, from the last layer with parameters to the first.
    void backwardNext();
    void beginBackward() { m_nextBackward = 0; }

    std::int64_t memoryBytes() const { return m_arena->bytes(); }

private:
    using Id = std::size_t;
    struct Tensor {
        dnnl::memory::desc desc;
        void* external = nullptr;
        bool persistent = false;
        int first = 1 << 29;
        int last = 0;
        dnnl::memory memory{};
    };
    struct Execution {
        dnnl::primitive primitive;
        std::vector<std::pair<int, Id>> tensors;
        std::unordered_map<int, dnnl::memory> arguments{};
    };
    using List = std::vector<Execution>;
    struct Node;

    static dnnl::memory::desc plainDesc(int count, const Shape& sample);
    static std::vector<Node> makeNodes(const Graph& graph, int count);
    Id tensor(const dnnl::memory::desc& desc, void* external = nullptr);
    void execute(List& list, const dnnl::primitive& primitive, std::vector<std::pair<int, Id>> tensors);
    Id converted(List& list, Id from, const dnnl::memory::desc& wanted);
    Id loadedWeight(Id canonical, const dnnl::memory::desc& wanted);
    Id scratchpad(const dnnl::primitive_desc_base& description);

    void build(const Graph& graph, const std::vector<ParameterPointers>& parameters);
    Id addForward(Node& node, Id input);
    void addConvolution(Node& node, Id input);
    void addLinear(Node& node, Id input);
    void addPooling(Node& node, Id input);
    void addActivation(Node& node, Id input);
    std::optional<Id> addBackward(Node& node, Id gradient, bool inputWanted);
    Id addActivationBackward(Node& node, Id gradient);
    void addWeightGradient(Node& node, Id gradient, const dnnl::primitive& primitive,
                           const dnnl::primitive_desc_base& description);
    Id addInputGradient(Node& node, Id gradient, const dnnl::primitive& primitive,
                        const dnnl::primitive_desc_base& description);
    void placeTensors();
    void run(const List& list, std::size_t from, std::size_t to);

    dnnl::engine m_engine;
    dnnl::stream m_stream;
    int m_count;
    std::vector<Tensor> m_tensors;
    List m_load;
    List m_forward;
    List m_backward;
    std::vector<std::size_t> m_marks; ///< ends in m_backward: one for each layer with parameters
    std::size_t m_nextBackward = 0;
    int m_time = 0;
    Id m_input = 0;
    Id m_logits = 0;
    Id m_logitsGradient = 0;
    std::optional<Arena> m_arena;
};

} // namespace lockstep
