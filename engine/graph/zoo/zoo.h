// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string_view>
#include <vector>

namespace lockstep {

/// A model that people choose by name.
struct ZooModel {
    std::string_view name; ///< as in modelNames() of the protocol
    Graph (*make)(const Shape& sample, int classes);
};

/// Every model, in the order of modelNames().
const std::vector<ZooModel>& zooModels();

/// PaddlePaddle's "recognize digits" convolutional network: two times convolution of 20 channels, 5x5, padding 2,
/// ReLU and 2x2 max-pooling; then one linear layer. 20,350 parameters for 1x28x28 samples of 10 classes.
Graph makeMnistCnn(const Shape& sample, int classes);
/// MXNet's LeNet: convolutions of 20 and 50 channels, 5x5, each with tanh and 2x2 max-pooling; linear layers of
/// 500 (tanh) and of the classes. 431,080 parameters for 1x28x28 samples of 10 classes.
Graph makeLenet(const Shape& sample, int classes);

} // namespace lockstep
