// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"
#include "engine/graph/graph.h"

/// What the layers of a graph are checked by and made with. Whatever does not fit throws EngineError.
namespace lockstep {

/// Far above every real size. Products of sizes that are too large are refused by Shape::elements().
constexpr std::int64_t kLargestSize = 1 << 24;

[[noreturn]] void refuseModel(Error error);
/// `argument` is how the message calls it.
void checkArgument(const std::string& layer, const char* argument, std::int64_t value, std::int64_t least,
                   std::int64_t most = kLargestSize);
void checkDivides(const std::string& layer, const char* argument, std::int64_t value, std::int64_t channels);

/// The same map with other channels.
Shape withChannels(const Shape& map, std::int64_t channels);
Layer newLayer(const std::string& name, LayerKind kind, std::vector<LayerId> inputs, Shape output);

} // namespace lockstep
