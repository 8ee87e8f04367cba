// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph_part.h"

#include <span>
#include <string>
#include <vector>

/// Where a model can be cut into parts for devices that hold it between them.
namespace lockstep {

/// The layers with which a further part may begin, ascending: all that the layers from there on read of those
/// before is one tensor, both sides have parameters, and losses are the last part's. An activation or batch
/// norm stays with the layer that it follows, which it is computed with.
std::vector<LayerId> possibleCuts(const Graph& graph);

/// The layers with which the second part, the third, ... begin, so that the part with the most FLOPs has as
/// few as can be; among such choices the one over which the fewest bytes cross. Depends on the graph alone,
/// so every host chooses the same. Throws EngineError(InvalidExperiment) when the model has too few possible
/// cuts for so many parts. REQUIRES: parts >= 1.
std::vector<LayerId> chooseCuts(const Graph& graph, int parts);

/// The layers of these names, each a possible cut and behind the one before. Throws
/// EngineError(InvalidExperiment) for `training.cuts` that names the layer which is none, and those that are.
std::vector<LayerId> namedCuts(const Graph& graph, std::span<const std::string> names);

/// All parts, in their order: their layers are the graph's, and so are their parameters and buffers, one part
/// after another. REQUIRES: ascending possible cuts.
std::vector<GraphPart> cutGraph(const Graph& graph, std::span<const LayerId> cuts);

/// f32 bytes of one sample that cross the cut before this layer, each way.
std::int64_t crossingBytes(const Graph& graph, LayerId cut);

} // namespace lockstep
