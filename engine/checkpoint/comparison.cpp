// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/comparison.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

namespace lockstep {
namespace {

using Kind = TensorDifference::Kind;

TensorDifference compareValues(const LoadedTensor& first, const LoadedTensor& second)
{
    TensorDifference difference{.name = first.name, .first = first.shape, .second = second.shape};
    double squares = 0;
    double firstSquares = 0;
    double secondSquares = 0;
    for (std::size_t i = 0; i < first.values.size(); ++i) {
        const float a = first.values[i];
        const float b = second.values[i];
        const bool equal = std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
        difference.elements += equal ? 0 : 1;
        if (!std::isfinite(a) || !std::isfinite(b)) {
            difference.notFinite += equal ? 0 : 1;
            continue;
        }
        const double gap = static_cast<double>(a) - b;
        squares += gap * gap;
        firstSquares += static_cast<double>(a) * a;
        secondSquares += static_cast<double>(b) * b;
        difference.largest = std::max(difference.largest, std::fabs(gap));
    }
    difference.kind = difference.elements > 0 ? Kind::Differing : Kind::EqualBits;
    const double norm = std::max(firstSquares, secondSquares);
    difference.relative = norm > 0 ? std::sqrt(squares / norm) : 0;
    return difference;
}

} // namespace

std::vector<TensorDifference> compareTensors(std::span<const LoadedTensor> first,
                                             std::span<const LoadedTensor> second)
{
    std::map<std::string_view, const LoadedTensor*> others;
    for (const LoadedTensor& tensor : second)
        others.emplace(tensor.name, &tensor);
    std::vector<TensorDifference> differences;
    for (const LoadedTensor& tensor : first) {
        const auto other = others.find(tensor.name);
        if (other == others.end()) {
            differences.push_back(
                {.kind = Kind::OnlyInFirst, .name = tensor.name, .first = tensor.shape, .second = {}});
            continue;
        }
        if (other->second->shape == tensor.shape)
            differences.push_back(compareValues(tensor, *other->second));
        else
            differences.push_back({.kind = Kind::OtherShape,
                                   .name = tensor.name,
                                   .first = tensor.shape,
                                   .second = other->second->shape});
        others.erase(other);
    }
    for (const auto& [name, tensor] : others)
        differences.push_back(
            {.kind = Kind::OnlyInSecond, .name = tensor->name, .first = {}, .second = tensor->shape});
    std::sort(differences.begin(), differences.end(),
              [](const TensorDifference& a, const TensorDifference& b) {
                  return std::tuple(a.kind, -a.relative, std::string_view(a.name)) <
                         std::tuple(b.kind, -b.relative, std::string_view(b.name));
              });
    return differences;
}

} // namespace lockstep
