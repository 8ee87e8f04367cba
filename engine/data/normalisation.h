// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <vector>

namespace lockstep {

/// Mean and deviation of each channel over the training set, for pixels from 0 to 1. A new one holds MNIST's.
struct Normalisation {
    std::vector<double> mean{0.1307};
    std::vector<double> deviation{0.3081};
};

/// What the experiment states (one figure for all channels, or one for each), else the usual figures of the
/// kind:
///   mnist, paddle-json, synthetic-digits   0.1307 / 0.3081 (also for Fashion-MNIST, which is read as mnist)
///   cifar10        0.4914, 0.4822, 0.4465 / 0.2470, 0.2435, 0.2616
///   image-folder   ImageNet's: 0.485, 0.456, 0.406 / 0.229, 0.224, 0.225
///   clips          0.5 / 0.5, so values are -1 ... 1, as I3D takes them
///   synthetic      0.5 / 0.25, which its pixels have
/// Throws EngineError(InvalidExperiment) naming data.mean when another number of figures is given.
Normalisation normalisationOf(const DataSpec& spec, int channels);

} // namespace lockstep
