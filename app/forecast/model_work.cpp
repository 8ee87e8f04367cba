// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/model_work.h"

#include "engine/protocol/bucket_plan.h"

namespace lockstep {

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

std::vector<WorkBucket> bucketsOf(const ModelWork& work, std::size_t bucketBytes)
{
    const double allFlops = work.flops();
    double flops = allFlops; // of the layers from this one on
    std::vector<TensorSides> tensors;
    std::vector<double> readyFractions;
    std::vector<std::size_t> elements;
    for (const LayerWork& layer : work.layers) {
        for (const TensorSides& tensor : layer.tensors) {
            tensors.push_back(tensor);
            readyFractions.push_back(allFlops > 0 ? flops / allFlops : 1);
            elements.push_back(static_cast<std::size_t>(tensor.elements()));
        }
        flops -= layer.flops;
    }
    std::vector<WorkBucket> buckets;
    for (const std::vector<std::size_t>& dealt : dealBuckets(elements, bucketBytes)) {
        WorkBucket& bucket = buckets.emplace_back();
        bucket.readyFraction = readyFractions[dealt.back()];
        for (const std::size_t index : dealt)
            bucket.tensors.push_back(tensors[index]);
    }
    return buckets;
}

} // namespace lockstep
