// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/served_slice.h"

#include "engine/core/error.h"

#include <utility>

namespace lockstep {
namespace {

[[noreturn]] void throwUnfit()
{
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("What a training starts from does not fit its optimiser: rank 0 and this "
                       "server are not of the same version."),
         {},
         {}});
}

} // namespace

void ServedSlice::start(SliceStart start)
{
    m_weights = std::move(start.weights);
    m_gradients.assign(m_weights.size(), 0);
    std::size_t at = 0;
    for (const DecayStretch& stretch : start.stretches) {
        const auto size = static_cast<std::size_t>(stretch.size);
        if (stretch.size < 1 || size > m_weights.size() - at)
            throwUnfit();
        const Shape shape = stretch.axes > 1 ? Shape{stretch.size, 1} : Shape{stretch.size};
        m_parameters.push_back({std::to_string(m_parameters.size()), shape,
                                std::span(m_weights).subspan(at, size),
                                std::span(m_gradients).subspan(at, size)});
        at += size;
    }
    if (at != m_weights.size())
        throwUnfit();
    m_optimizer = m_makeOptimizer(m_parameters);
    m_optimizer->setUpdates(start.updates);
    if (start.state.empty())
        return;
    if (start.state.size() != state().size())
        throwUnfit();
    forEachState([&](std::size_t index, std::size_t begin, std::size_t size) {
        m_optimizer->state().write(index, std::span(start.state).subspan(begin, size));
    });
}

void ServedSlice::update(double learningRate, double scale)
{
    if (scale != 1)
        for (float& gradient : m_gradients)
            gradient *= static_cast<float>(scale);
    m_optimizer->step(learningRate);
}

std::vector<float> ServedSlice::state() const
{
    std::size_t elements = 0;
    for (const TensorInfo& tensor : m_optimizer->state().tensors())
        elements += tensor.elements();
    std::vector<float> state(elements);
    forEachState([&](std::size_t index, std::size_t begin, std::size_t size) {
        m_optimizer->state().read(index, std::span(state).subspan(begin, size));
    });
    return state;
}

void ServedSlice::forEachState(
    const std::function<void(std::size_t index, std::size_t begin, std::size_t size)>& job) const
{
    if (m_parameters.empty())
        return;
    const std::size_t kept = m_optimizer->state().tensors().size() / m_parameters.size();
    std::size_t at = 0;
    for (std::size_t p = 0; p < m_parameters.size(); ++p) {
        const std::size_t size = m_parameters[p].value.size();
        for (std::size_t k = 0; k < kept; ++k)
            job(p * kept + k, k * m_weights.size() + at, size);
        at += size;
    }
}

} // namespace lockstep
