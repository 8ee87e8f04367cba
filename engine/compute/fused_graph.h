// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"
#include "engine/graph/graph.h"

#include <vector>

namespace lockstep {

/// What a stage reads: another stage's output, through layers that are computed while it is read.
struct Term {
    std::size_t stage = 0;
    const Layer* norm = nullptr;  ///< a batch norm
    const Layer* scale = nullptr; ///< a layer scale
    const Layer* depth = nullptr; ///< a stochastic depth
    bool plain() const { return norm == nullptr && scale == nullptr && depth == nullptr; }
};

/// A few layers of a graph that are computed together.
struct Stage {
    enum class Kind {
        Single,  ///< one layer, `layer`, and the clamp after it (convolution, linear)
        Combine, ///< clamp(sum of one or two terms): batch norm, addition, layer scale, stochastic depth,
                 ///< ReLU
        NormPool ///< max pooling `layer` of the ReLU of a batch norm
    };
    Kind kind = Kind::Single;
    const Layer* layer = nullptr; ///< the last one in it, apart from the clamp
    std::vector<Term> terms{};
    Clamp clamp = Clamp::None;
    Shape output{}; ///< of one sample: {channels, frames, height, width}; a picture is a clip of one frame
    bool trainingOnly = false;
    int readers = 0; ///< stages that read its output, and 1 for a head
};

struct FusedGraph {
    std::vector<Stage> stages;      ///< in topological order; the first is the input
    std::size_t output = 0;         ///< the stage of the logits
    std::vector<std::size_t> heads; ///< of the graph's auxiliary heads
};

/// The stages point into the graph.
FusedGraph fuseStages(const Graph& graph);

} // namespace lockstep
