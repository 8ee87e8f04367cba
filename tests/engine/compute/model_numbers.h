// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/graph/graph.h"

#include <span>
#include <string>
#include <vector>

/// The C++ side of torch_models.py: the same weights, inputs and sketches.
namespace lockstep {

inline constexpr int kModelBatch = 4;
inline constexpr int kModelClasses = 10;

/// Uniform in [-1, 1), by a name.
void fillNumbers(const std::string& name, std::span<float> values);
/// What torch_models.py writes of a tensor.
std::vector<float> sketched(std::span<const float> values);
/// Weights and running statistics as the script has them. `steady`: batch norms' outputs keep away from zero.
void fillModel(Program& program, bool steady = true);
/// The shape of the script's samples; of the models that it leaves to torch_reference.py, their digits'.
Shape modelSample(const std::string& model);
/// Inputs and labels of a step.
struct ModelBatch {
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;

    /// The samples from `first` on.
    BatchView view(int first = 0, int count = kModelBatch) const;
};
ModelBatch modelBatch(const std::string& model, int step);
/// The same graph without dropout and stochastic depth.
Graph withoutMasks(const Graph& graph);

} // namespace lockstep
