// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/channels.inl"
#include "engine/compute/cpu/kernels/depthwise.inl"
#include "engine/compute/cpu/kernels/dropout.inl"
#include "engine/compute/cpu/kernels/elementwise.inl"
#include "engine/compute/cpu/kernels/layer_norm.inl"
#include "engine/compute/cpu/kernels/norm.inl"
#include "engine/compute/cpu/kernels/norm_pool.inl"

namespace lockstep {
namespace {

template <typename E>
constexpr NhwcKernels kernelTable(const char* name, Element element)
{
    return {
        .name = name,
        .element = element,
        .fromFloat = fromFloat<E>,
        .toFloat = toFloat<E>,
        .imagesToNhwc = imagesToNhwc<E>,
        .scalePixels = scalePixels<E>,
        .nhwcToNchw = nhwcToNchw<E>,
        .nchwToNhwc = nchwToNhwc<E>,
        .moments = moments<E>,
        .normalize = normalize<E>,
        .normGradientSums = normGradientSums<E>,
        .normGradient = normGradient<E>,
        .normalizePool = normalizePool<E>,
        .normPoolGradientSums = normPoolGradientSums<E>,
        .normPoolGradient = normPoolGradient<E>,
        .activate = activate<E>,
        .activationGradient = activationGradient<E>,
        .add = add<E>,
        .clampGradient = clampGradient<E>,
        .accumulate = accumulate<E>,
        .maxPool = maxPool<E>,
        .maxPoolGradient = maxPoolGradient<E>,
        .averagePool = averagePool<E>,
        .averagePoolGradient = averagePoolGradient<E>,
        .copyChannels = copyChannels<E>,
        .shuffleChannels = shuffleChannels<E>,
        .interleave = interleave<E>,
        .deinterleave = deinterleave<E>,
        .columnSums = columnSums<E>,
        .depthwise = depthwise<E>,
        .depthwiseInputGradient = depthwiseInputGradient<E>,
        .depthwiseWeightGradient = depthwiseWeightGradient<E>,
        .layerNorm = layerNorm<E>,
        .layerNormGradient = layerNormGradient<E>,
        .scaledAdd = scaledAdd<E>,
        .scaledAddGradient = scaledAddGradient<E>,
        .dropout = dropout<E>,
        .subsample = subsample<E>,
        .subsampleGradient = subsampleGradient<E>,
    };
}

inline constexpr NhwcKernels kFloatKernels = kernelTable<float>(kKernelName, Element::Float32);
inline constexpr NhwcKernels kBfloat16Kernels = kernelTable<Bfloat16>(kKernelName, Element::Bfloat16);

} // namespace
} // namespace lockstep
