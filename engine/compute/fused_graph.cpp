// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/fused_graph.h"

#include "engine/core/error.h"

#include <optional>

namespace lockstep {

namespace {

Shape maps(const Shape& shape)
{
    if (shape.rank() == 4)
        return shape;
    return shape.rank() == 3 ? Shape{shape[0], 1, shape[1], shape[2]} : Shape{shape.elements(), 1, 1, 1};
}

/// Walks the layers. What could yet be fused into the next layer is held back until somebody reads it.
class Fusion {
public:
    explicit Fusion(const Graph& graph)
        : m_graph(graph), m_readers(graph.layers().size()), m_stageOf(graph.layers().size()),
          m_held(graph.layers().size())
    {
        for (const Layer& layer : graph.layers())
            for (LayerId input : layer.inputs)
                ++m_readers[index(input)];
        for (const AuxiliaryHead& head : graph.auxiliaryHeads())
            ++m_readers[index(head.logits)];
        ++m_readers.back();
    }

    FusedGraph fuse()
    {
        for (std::size_t id = 0; id < m_graph.layers().size(); ++id)
            take(id);
        m_result.output = stageOf(m_graph.layers().size() - 1);
        for (const AuxiliaryHead& head : m_graph.auxiliaryHeads())
            m_result.heads.push_back(stageOf(index(head.logits)));
        for (const Stage& stage : m_result.stages)
            for (const Term& term : stage.terms)
                ++m_result.stages[term.stage].readers;
        ++m_result.stages[m_result.output].readers;
        for (std::size_t head : m_result.heads)
            ++m_result.stages[head].readers;
        return m_result;
    }

private:
    static std::size_t index(LayerId id) { return static_cast<std::size_t>(id); }
    const Layer& layer(std::size_t id) const { return m_graph.layers()[id]; }

    /// The stage that gives the layer's output.
    std::size_t stageOf(std::size_t id)
    {
        if (m_held[id]) {
            m_stageOf[id] = append(std::move(*m_held[id]));
            m_held[id].reset();
        }
        return m_stageOf[id];
    }

    std::size_t append(Stage stage)
    {
        m_result.stages.push_back(std::move(stage));
        return m_result.stages.size() - 1;
    }

    /// What is held of the layer if nobody else reads it.
    Stage* held(std::size_t id) { return m_held[id] && m_readers[id] == 1 ? &*m_held[id] : nullptr; }

    void hold(std::size_t id, Stage stage)
    {
        stage.output = maps(layer(id).output);
        stage.trainingOnly = layer(id).trainingOnly;
        m_held[id] = std::move(stage);
    }

    void take(std::size_t id)
    {
        const Layer& l = layer(id);
        if (std::holds_alternative<BatchNormLayer>(l.kind))
            hold(id, {.kind = Stage::Kind::Combine,
                      .layer = &l,
                      .terms = {{.stage = stageOf(index(l.inputs[0])), .norm = &l}}});
        else if (std::holds_alternative<LayerScaleLayer>(l.kind))
            hold(id, {.kind = Stage::Kind::Combine,
                      .layer = &l,
                      .terms = {{.stage = stageOf(index(l.inputs[0])), .scale = &l}}});
        else if (std::holds_alternative<StochasticDepthLayer>(l.kind))
            takeDepth(id);
        else if (std::holds_alternative<AddLayer>(l.kind))
            takeAdd(id);
        else if (!takeClamp(id) && !takePool(id))
            takeSingle(id);
    }

    void takeDepth(std::size_t id)
    {
        const Layer& l = layer(id);
        const std::size_t from = index(l.inputs[0]);
        Term term;
        const Stage* scaled = held(from);
        if (scaled != nullptr && scaled->terms.size() == 1 && scaled->terms[0].scale != nullptr &&
            scaled->terms[0].depth == nullptr) {
            term = scaled->terms[0];
            m_held[from].reset();
        } else {
            term.stage = stageOf(from);
        }
        term.depth = &l;
        hold(id, {.kind = Stage::Kind::Combine, .layer = &l, .terms = {term}});
    }

    /// The held single term of a layer that only the addition reads, or its output.
    Term termOf(std::size_t id)
    {
        const Stage* stage = held(id);
        if (stage == nullptr || stage->kind != Stage::Kind::Combine || stage->terms.size() != 1 ||
            stage->clamp != Clamp::None)
            return {.stage = stageOf(id)};
        const Term term = stage->terms[0];
        m_held[id].reset();
        return term;
    }

    void takeAdd(std::size_t id)
    {
        const Layer& l = layer(id);
        Term left = termOf(index(l.inputs[0]));
        Term right = termOf(index(l.inputs[1]));
        const auto scaled = [](const Term& term) { return term.scale != nullptr || term.depth != nullptr; };
        // The term that is more than itself comes first; a scaled one is added to something plain only.
        if (left.plain() || scaled(right))
            std::swap(left, right);
        if (scaled(left) && !right.plain())
            right = {.stage = append(alone(right))};
        Stage stage{.kind = Stage::Kind::Combine, .layer = &l, .terms = {left, right}};
        hold(id, std::move(stage));
        if (scaled(left)) // No clamp is fused into it.
            stageOf(id);
    }

    /// A stage of one term that was held before.
    Stage alone(const Term& term) const
    {
        const Layer* last = term.depth != nullptr   ? term.depth
                            : term.scale != nullptr ? term.scale
                                                    : term.norm;
        return {.kind = Stage::Kind::Combine,
                .layer = last,
                .terms = {term},
                .output = maps(last->output),
                .trainingOnly = last->trainingOnly};
    }

    static bool clampable(const Stage& stage)
    {
        if (stage.clamp != Clamp::None)
            return false;
        if (stage.kind == Stage::Kind::Combine)
            return stage.terms[0].scale == nullptr && stage.terms[0].depth == nullptr;
        if (const auto* c = std::get_if<ConvolutionLayer>(&stage.layer->kind))
            return c->groups == 1;
        return std::holds_alternative<LinearLayer>(stage.layer->kind) ||
               std::holds_alternative<ClipConvolutionLayer>(stage.layer->kind);
    }

    /// A max pooling of every frame for itself.
    static bool poolsPictures(const Layer& layer)
    {
        if (const auto* clips = std::get_if<ClipMaxPoolLayer>(&layer.kind))
            return clips->kernel.frames == 1 && clips->stride.frames == 1;
        return std::holds_alternative<MaxPoolLayer>(layer.kind);
    }

    bool takeClamp(std::size_t id)
    {
        const auto* activation = std::get_if<ActivationLayer>(&layer(id).kind);
        if (activation == nullptr ||
            (activation->function != Activation::Relu && activation->function != Activation::Relu6))
            return false;
        const std::size_t from = index(layer(id).inputs[0]);
        Stage* stage = held(from);
        if (stage == nullptr || !clampable(*stage))
            return false;
        stage->clamp = activation->function == Activation::Relu ? Clamp::Relu : Clamp::Relu6;
        hold(id, std::move(*stage));
        m_held[from].reset();
        return true;
    }

    bool takePool(std::size_t id)
    {
        if (!poolsPictures(layer(id)))
            return false;
        const std::size_t from = index(layer(id).inputs[0]);
        const Stage* stage = held(from);
        if (stage == nullptr || stage->kind != Stage::Kind::Combine || stage->terms.size() != 1 ||
            stage->terms[0].norm == nullptr || stage->clamp != Clamp::Relu)
            return false;
        hold(id, {.kind = Stage::Kind::NormPool,
                  .layer = &layer(id),
                  .terms = stage->terms,
                  .clamp = Clamp::Relu});
        m_held[from].reset();
        return true;
    }

    void takeSingle(std::size_t id)
    {
        Stage stage{.kind = Stage::Kind::Single, .layer = &layer(id)};
        for (LayerId input : layer(id).inputs)
            stage.terms.push_back({.stage = stageOf(index(input))});
        hold(id, std::move(stage));
        // Only these wait for a clamp.
        if (!clampable(*m_held[id]))
            stageOf(id);
    }

    const Graph& m_graph;
    std::vector<int> m_readers; ///< of each layer's output
    std::vector<std::size_t> m_stageOf;
    std::vector<std::optional<Stage>> m_held;
    FusedGraph m_result;
};

} // namespace

FusedGraph fuseStages(const Graph& graph)
{
    return Fusion(graph).fuse();
}

} // namespace lockstep
