// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/model_tensors.h"

namespace lockstep {

std::vector<NamedTensor> modelTensors(const Program& program)
{
    std::vector<NamedTensor> tensors;
    for (const Parameter& parameter : program.parameters())
        tensors.push_back({parameter.name, parameter.shape, parameter.value});
    const auto buffers = program.buffers();
    tensors.insert(tensors.end(), buffers.begin(), buffers.end());
    return tensors;
}

std::vector<NamedTensor> stateTensors(Optimizer& optimizer, Strategy& strategy)
{
    std::vector<NamedTensor> tensors = optimizer.state();
    for (NamedTensor& tensor : strategy.state()) {
        tensor.name = kStrategyState + tensor.name;
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

} // namespace lockstep
