// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/core/tensor_store.h"
#include "engine/distributed/server/slices.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// What updates the weights of a slice, made by whoever knows the rules.
class SliceOptimizer {
public:
    virtual ~SliceOptimizer() = default;
    /// From the gradients, without clipping.
    virtual void step(double learningRate) = 0;
    /// Of each parameter in turn all that is kept of it.
    virtual TensorStore& state() = 0;
    virtual std::int64_t updates() = 0;
    virtual void setUpdates(std::int64_t updates) = 0;
};
/// Borrows the parameters' memory. A parameter here is a stretch of the slice that is decayed alike.
using SliceOptimizerFactory = std::function<std::unique_ptr<SliceOptimizer>(std::span<const Parameter>)>;

/// A server's slice of the flat vector of all parameters, with its optimiser. Used by one thread at a time.
class ServedSlice {
public:
    explicit ServedSlice(SliceOptimizerFactory makeOptimizer) : m_makeOptimizer(std::move(makeOptimizer)) {}

    /// Once, before all else. Throws EngineError(PeerLost) for what cannot be a start.
    void start(SliceStart start);
    std::span<const float> weights() const { return m_weights; }
    /// What the next update is made of.
    std::span<float> gradients() { return m_gradients; }
    /// The gradients are multiplied by `scale` first.
    void update(double learningRate, double scale);
    std::int64_t updates() { return m_optimizer->updates(); }
    /// As SliceStart::state.
    std::vector<float> state() const;

private:
    /// Calls job(tensor of the state, its place in SliceStart::state).
    void forEachState(
        const std::function<void(std::size_t index, std::size_t begin, std::size_t size)>& job) const;

    SliceOptimizerFactory m_makeOptimizer;
    std::vector<float> m_weights, m_gradients;
    std::vector<Parameter> m_parameters;
    std::unique_ptr<SliceOptimizer> m_optimizer;
};

} // namespace lockstep
