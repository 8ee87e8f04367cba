// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/dnnl_network.h"

#include "engine/compute/cpu/dnnl_node.h"
#include "engine/core/error.h"

namespace lockstep {

namespace {

constexpr std::int64_t kFloat = sizeof(float);

dnnl::engine& cpuEngine()
{
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

} // namespace

bool DnnlNetwork::isChain(const Graph& graph)
{
    for (std::size_t i = 1; i < graph.layers().size(); ++i)
        if (graph.layers()[i].inputs != std::vector<LayerId>{static_cast<LayerId>(i) - 1})
            return false;
    return graph.layers().size() > 1;
}

DnnlNetwork::DnnlNetwork(const Graph& graph, int count, const std::vector<ParameterPointers>& parameters)
    : m_engine(cpuEngine()), m_stream(m_engine), m_count(count)
{
    build(graph, parameters);
    placeTensors();
}

DnnlNetwork::Id DnnlNetwork::tensor(const dnnl::memory::desc& desc, void* external)
{
    m_tensors.push_back({.desc = desc, .external = external});
    return m_tensors.size() - 1;
}

void DnnlNetwork::execute(List& list, const dnnl::primitive& primitive, std::vector<std::pair<int, Id>> tensors)
{
    ++m_time;
    for (const auto& [argument, id] : tensors) {
        m_tensors[id].first = std::min(m_tensors[id].first, m_time);
        m_tensors[id].last = std::max(m_tensors[id].last, m_time);
    }
    list.push_back({primitive, std::move(tensors)});
}

DnnlNetwork::Id DnnlNetwork::converted(List& list, Id from, const dnnl::memory::desc& wanted)
{
    if (m_tensors[from].desc == wanted)
        return from;
    const Id to = tensor(wanted);
    execute(list, dnnl::reorder(dnnl::reorder::primitive_desc(m_engine, m_tensors[from].desc, m_engine, wanted)),
            {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
    return to;
}

DnnlNetwork::Id DnnlNetwork::loadedWeight(Id canonical, const dnnl::memory::desc& wanted)
{
    const Id to = converted(m_load, canonical, wanted);
    m_tensors[to].persistent = true;
    return to;
}

void DnnlNetwork::build(const Graph& graph, const std::vector<ParameterPointers>& parameters)
{
    std::vector<Node> nodes = makeNodes(graph, m_count);
    m_input = tensor(plainDesc(m_count, graph.inputShape()));
    // Its memory is the caller's: the handle is set at every forward.
    m_tensors[m_input].persistent = true;
    std::size_t next = 0;
    Id at = m_input;
    for (Node& node : nodes) {
        if (node.hasParameters) {
            node.weight = tensor(node.weightDesc, parameters[next].value);
            node.bias = tensor(node.biasDesc, parameters[next + 1].value);
            node.weightGradient = tensor(node.weightDesc, parameters[next].gradient);
            node.biasGradient = tensor(node.biasDesc, parameters[next + 1].gradient);
            next += 2;
        }
        at = addForward(node, at);
    }
    const dnnl::memory::desc plain = plainDesc(m_count, graph.output().output);
    m_logits = converted(m_forward, at, plain);
    m_logitsGradient = tensor(plain);
    // Both are read or written between forward and backward, outside any execution.
    m_tensors[m_logits].persistent = m_tensors[m_logitsGradient].persistent = true;
    std::size_t withParameters = next / 2;
    Id gradient = m_logitsGradient;
    for (auto node = nodes.rbegin(); node != nodes.rend() && withParameters > 0; ++node) {
        withParameters -= node->hasParameters ? 1 : 0;
        const std::optional<Id> inputGradient = addBackward(*node, gradient, withParameters > 0);
        if (inputGradient)
            gradient = *inputGradient;
        else
            break;
    }
}

void DnnlNetwork::placeTensors()
{
    ArenaPlan plan;
    std::vector<ArenaPlan::Id> places(m_tensors.size());
    for (std::size_t id = 0; id < m_tensors.size(); ++id) {
        const Tensor& each = m_tensors[id];
        const bool inArena = each.external == nullptr && id != m_input && each.last + (each.persistent ? 1 : 0) > 0;
        places[id] = plan.add(inArena ? static_cast<std::int64_t>(each.desc.get_size()) : 0,
                              each.persistent || !inArena ? ArenaPlan::kWholeProgram
                                                          : ArenaPlan::Lifetime{each.first, each.last});
    }
    plan.place();
    m_arena.emplace(plan);
    for (std::size_t id = 0; id < m_tensors.size(); ++id) {
        Tensor& each = m_tensors[id];
        void* place = each.external != nullptr ? each.external : m_arena->at(plan.offset(places[id]));
        each.memory = dnnl::memory(each.desc, m_engine, place);
    }
    for (List* list : {&m_load, &m_forward, &m_backward})
        for (Execution& each : *list)
            for (const auto& [argument, id] : each.tensors)
                each.arguments.emplace(argument, m_tensors[id].memory);
}

void DnnlNetwork::run(const List& list, std::size_t from, std::size_t to)
{
    for (std::size_t i = from; i < to; ++i)
        list[i].primitive.execute(m_stream, list[i].arguments);
    m_stream.wait();
}

void DnnlNetwork::loadParameters()
{
    run(m_load, 0, m_load.size());
}

void DnnlNetwork::forward(const float* inputs)
{
    // oneDNN only reads through this handle, though its type cannot say so.
    m_tensors[m_input].memory.set_data_handle(const_cast<float*>(inputs));
    run(m_forward, 0, m_forward.size());
}

const float* DnnlNetwork::logits() const
{
    return static_cast<const float*>(m_tensors[m_logits].memory.get_data_handle());
}

float* DnnlNetwork::logitsGradient()
{
    return static_cast<float*>(m_tensors[m_logitsGradient].memory.get_data_handle());
}

void DnnlNetwork::backwardNext()
{
    LOCKSTEP_CHECK(m_nextBackward < m_marks.size());
    const std::size_t from = m_nextBackward == 0 ? 0 : m_marks[m_nextBackward - 1];
    run(m_backward, from, m_marks[m_nextBackward]);
    ++m_nextBackward;
}

} // namespace lockstep
