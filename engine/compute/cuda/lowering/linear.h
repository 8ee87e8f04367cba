// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/value_gradients.h"
#include "engine/compute/fused_graph.h"

namespace lockstep::cuda {

/// Layers that multiply every sample with a matrix.
class LinearLowering : LayerLowering {
public:
    using LayerLowering::LayerLowering;

    /// `result`: how its outputs are stored.
    void lower(const Stage& stage, Value& x, Value& y, Element result);

private:
    struct Matrix;
    void gradient(const Stage& stage, Value& x, Value& y, const Matrix& matrix);
    void parameterGradients(const Matrix& matrix, BufferId dy, Element element, BufferId products);
    void inputGradient(const Matrix& matrix, Value& x, BufferId products);
    /// dy as products read it.
    BufferId inElement(const Matrix& matrix, BufferId dy, Element from);
};

} // namespace lockstep::cuda
