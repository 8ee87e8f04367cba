// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/model_work.h"

#include <utility>

namespace lockstep {

namespace {

constexpr double kGradientBytes = 4;

} // namespace

double ModelWork::flops() const
{
    double sum = 0;
    for (const LayerWork& layer : layers)
        sum += layer.flops;
    return sum;
}

double ModelWork::elements() const
{
    double sum = 0;
    for (const LayerWork& layer : layers) {
        for (const TensorSides& tensor : layer.tensors)
            sum += tensor.elements();
    }
    return sum;
}

std::vector<WorkBucket> bucketsOf(const ModelWork& work, double bytes)
{
    const double allFlops = work.flops();
    std::vector<WorkBucket> buckets;
    WorkBucket open;
    double openBytes = 0;
    double flops = 0;
    const auto close = [&] {
        if (!open.tensors.empty())
            buckets.push_back(std::exchange(open, {}));
        openBytes = 0;
    };
    for (auto layer = work.layers.rbegin(); layer != work.layers.rend(); ++layer) {
        flops += layer->flops;
        for (auto tensor = layer->tensors.rbegin(); tensor != layer->tensors.rend(); ++tensor) {
            open.tensors.push_back(*tensor);
            open.readyFraction = allFlops > 0 ? flops / allFlops : 1;
            openBytes += tensor->elements() * kGradientBytes;
            if (openBytes >= bytes)
                close();
        }
    }
    close();
    return buckets;
}

} // namespace lockstep
