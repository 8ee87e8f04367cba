// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

/// Tensors of programs and optimisers as tests look at them, on whatever device.
namespace lockstep {

struct NamedValues {
    std::string name;
    Shape shape;
    std::vector<float> values;
};

inline std::vector<NamedValues> valuesOf(const TensorStore& store)
{
    std::vector<NamedValues> all;
    for (std::size_t i = 0; i < store.tensors().size(); ++i) {
        const TensorInfo& info = store.tensors()[i];
        all.push_back({info.name, info.shape, std::vector<float>(info.elements())});
        store.read(i, all.back().values);
    }
    return all;
}

/// One after another.
inline std::vector<float> flatValuesOf(const TensorStore& store)
{
    std::vector<float> all;
    for (const NamedValues& each : valuesOf(store))
        all.insert(all.end(), each.values.begin(), each.values.end());
    return all;
}

inline std::vector<float> valuesOf(const TensorStore& store, std::size_t index)
{
    std::vector<float> values(store.tensors()[index].elements());
    store.read(index, values);
    return values;
}

/// How far found values are from the expected ones, relative to the norm of those.
inline double relativeDistance(const std::vector<float>& found, const std::vector<float>& expected)
{
    double squares = 0;
    double all = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        squares += std::pow(static_cast<double>(found[i]) - static_cast<double>(expected[i]), 2);
        all += std::pow(static_cast<double>(expected[i]), 2);
    }
    return all > 0 ? std::sqrt(squares / all) : squares;
}

/// Forward and loss.
inline LossResult lossOf(Program& program, const BatchView& batch, Phase phase)
{
    program.forward(batch, phase);
    return program.loss();
}

} // namespace lockstep
