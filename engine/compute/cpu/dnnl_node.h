// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/dnnl_network.h"

namespace lockstep {

/// One layer with the activation fused into it, on its way to primitives. The ids are of the network's tensors.
struct DnnlNetwork::Node {
    const Layer* layer = nullptr;
    const ActivationLayer* activation = nullptr; ///< fused after this layer
    dnnl::memory::desc inputDesc;                ///< plain layout
    dnnl::memory::desc outputDesc;
    bool hasParameters = false;
    dnnl::memory::desc weightDesc; ///< PyTorch's layout
    dnnl::memory::desc biasDesc;
    Id weight = 0, bias = 0, weightGradient = 0, biasGradient = 0;
    Id input = 0;     ///< in the layout that the forward primitive reads
    Id output = 0;
    Id workspace = 0; ///< pooling's
    dnnl::convolution_forward::primitive_desc convolution;
    dnnl::inner_product_forward::primitive_desc linear;
    dnnl::pooling_forward::primitive_desc pooling;
};

} // namespace lockstep
