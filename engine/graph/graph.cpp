// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

void Graph::place(Layer& layer)
{
    layer.firstBuffer = m_bufferCount;
    m_bufferCount += layer.buffers.size();
    const auto reserved = std::find_if(m_reserved.begin(), m_reserved.end(),
                                       [&](const Reservation& each) { return each.name == layer.name; });
    if (reserved != m_reserved.end()) {
        LOCKSTEP_CHECK(reserved->count == layer.parameters.size());
        layer.firstParameter = reserved->first;
        m_reserved.erase(reserved);
        return;
    }
    layer.firstParameter = m_parameterCount;
    m_parameterCount += layer.parameters.size();
}

LayerId Graph::append(Layer layer)
{
    const auto same = [&](const Layer& other) { return other.name == layer.name; };
    if (layer.name.empty() || std::any_of(m_layers.begin(), m_layers.end(), same))
        throw EngineError(ExitCode::InvalidExperiment,
                          {LOCKSTEP_TEXT("Two layers of the model %1 are named \"%2\"; "
                                         "names must be unique and not empty."),
                           {m_name, layer.name},
                           {}});
    layer.activationBytes = layer.output.elements() * static_cast<std::int64_t>(sizeof(float));
    place(layer);
    m_layers.push_back(std::move(layer));
    if (!m_heads.empty())
        markTrainingOnly();
    return static_cast<LayerId>(m_layers.size()) - 1;
}

void Graph::markTrainingOnly()
{
    for (Layer& each : m_layers)
        each.trainingOnly = true;
    m_layers.back().trainingOnly = false;
    for (auto each = m_layers.rbegin(); each != m_layers.rend(); ++each)
        if (!each->trainingOnly)
            for (LayerId input : each->inputs)
                m_layers[static_cast<std::size_t>(input)].trainingOnly = false;
}

void Graph::initialize(std::size_t parameter, Initializer initial)
{
    m_layers.back().parameters.at(parameter).initial = initial;
}

void Graph::reserveParameters(const std::string& name, std::size_t count)
{
    m_reserved.push_back({name, m_parameterCount, count});
    m_parameterCount += count;
}

void Graph::auxiliaryHead(LayerId logits, double weight)
{
    LOCKSTEP_CHECK(layer(logits).output.rank() == 1 && weight > 0);
    m_heads.push_back({logits, weight});
}

std::vector<ParameterSpec> Graph::parameters() const
{
    LOCKSTEP_CHECK(m_reserved.empty());
    std::vector<ParameterSpec> all(m_parameterCount);
    for (const Layer& each : m_layers)
        for (std::size_t i = 0; i < each.parameters.size(); ++i)
            all[each.firstParameter + i] = each.parameters[i];
    return all;
}

std::vector<BufferSpec> Graph::buffers() const
{
    std::vector<BufferSpec> all;
    for (const Layer& each : m_layers)
        all.insert(all.end(), each.buffers.begin(), each.buffers.end());
    return all;
}

std::int64_t Graph::parameterCount() const
{
    std::int64_t count = 0;
    for (const Layer& each : m_layers)
        if (!each.trainingOnly)
            for (const ParameterSpec& parameter : each.parameters)
                count += parameter.shape.elements();
    return count;
}

std::int64_t Graph::flops() const
{
    std::int64_t sum = 0;
    for (const Layer& each : m_layers)
        if (!each.trainingOnly)
            sum += each.flops;
    return sum;
}

} // namespace lockstep
