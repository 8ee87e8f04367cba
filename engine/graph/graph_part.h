// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

namespace lockstep {

/// Some layers of a model as a graph of their own, for a device that holds no others: an input layer that
/// stands for the one layer before them that they read, then they, with their names and parameters.
struct GraphPart {
    Graph graph;
    bool follows = false;  ///< layers before it, on another device, want the gradient of its input
    bool precedes = false; ///< layers come behind it: its output is not the logits, and its gradient is given
    /// What is added to the place of a layer in `graph` to give its place in the whole model, which the masks
    /// of dropout depend on.
    int firstLayer = 0;
};

/// The layers first ... end - 1 of the graph. REQUIRES: a cut that possibleCuts() lists, or the graph's own
/// end, on either side.
GraphPart partOf(const Graph& graph, LayerId first, LayerId end);

} // namespace lockstep
