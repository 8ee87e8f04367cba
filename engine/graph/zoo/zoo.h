// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string_view>
#include <vector>

namespace lockstep {

/// A model that people choose by name.
struct ZooModel {
    std::string_view name;
    /// makeModel() calls it. Throws EngineError when the samples are too small, or of the wrong rank.
    Graph (*make)(const Shape& sample, int classes);
    Shape sample; ///< of the data it was made for: a picture or a clip
    int classes;  ///< of the same
};

/// Every model of engine/protocol/models.inl, in its order: that of modelNames().
const std::vector<ZooModel>& zooModels();

/// The model of that name; throws EngineError listing the names known.
const ZooModel& zooModel(const std::string& name);

// Graph makeLenet(const Shape& sample, int classes), and so on; each file tells about its own.
#define LOCKSTEP_MODEL(name, make, ...) Graph make(const Shape& sample, int classes);
#include "engine/protocol/models.inl"
#undef LOCKSTEP_MODEL

} // namespace lockstep
