// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_shape.h"
#include "engine/graph/graph.h"

#include <string>
#include <vector>

namespace lockstep::testing {

/// A convolution of a model.
struct NamedShape {
    std::string name; ///< "resnet18 conv1"
    cuda::ConvolutionShape shape;
    bool first = false; ///< it reads the model's inputs: no gradient flows on
};

/// Every convolution of the graph, each shape once.
std::vector<NamedShape> convolutionShapes(const Graph& graph, int samples, Element element);

} // namespace lockstep::testing
