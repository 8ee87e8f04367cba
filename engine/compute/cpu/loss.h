// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <span>

namespace lockstep {

struct SampleLoss {
    double loss = 0;
    bool correct = false; ///< the largest logit, the first of equals, is the label's
};

/// Loss of one sample and its derivative by each logit. Sizes of both spans: the class count; label within it.
///   cross-entropy   log(sum over c of e^z[c]) - z[label];   derivative softmax(z)[c] - [c = label]
///   squared error   (1/classes) sum over c of (z[c] - [c = label])^2
SampleLoss sampleLoss(LossKind kind, std::span<const float> logits, int label, std::span<float> derivative);

} // namespace lockstep
