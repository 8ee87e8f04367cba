// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <span>

namespace lockstep {

struct SampleLoss {
    double loss = 0;
    int rank = 0; ///< logits that are larger than the label's, or equal and before it; 0: a correct answer
};

/// Loss of one sample and its derivative by each logit. Sizes of both spans: the class count; label within
/// it. The target is t[c] = (1 - smoothing) [c = label] + smoothing / classes for the cross-entropy
/// (PyTorch's label smoothing), [c = label] for the squared error. A logit that is not a number counts as
/// larger than all others.
///   cross-entropy   log(sum over c of e^z[c]) - sum over c of t[c] z[c];   derivative softmax(z)[c] - t[c]
///   squared error   (1/classes) sum over c of (z[c] - t[c])^2
SampleLoss sampleLoss(LossKind kind, double smoothing, std::span<const float> logits, int label,
                      std::span<float> derivative);

} // namespace lockstep
