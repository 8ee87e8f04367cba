// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/layer_checks.h"

#include <utility>

namespace lockstep {

void refuseModel(Error error)
{
    throw EngineError(ExitCode::InvalidExperiment, std::move(error));
}

void checkArgument(const std::string& layer, const char* argument, std::int64_t value, std::int64_t least,
                   std::int64_t most)
{
    if (value < least || value > most)
        refuseModel({LOCKSTEP_TEXT("Layer %1 of the model: %2 is %3; expected %4 to %5."),
                     {layer, argument, std::to_string(value), std::to_string(least), std::to_string(most)},
                     {}});
}

void checkDivides(const std::string& layer, const char* argument, std::int64_t value, std::int64_t channels)
{
    checkArgument(layer, argument, value, 1);
    if (channels % value != 0)
        refuseModel({LOCKSTEP_TEXT("Layer %1 of the model: %2 is %3, which does not divide its %4 channels."),
                     {layer, argument, std::to_string(value), std::to_string(channels)},
                     {}});
}

Shape withChannels(const Shape& map, std::int64_t channels)
{
    std::vector<std::int64_t> sizes = map.sizes();
    sizes.front() = channels;
    return Shape(std::move(sizes));
}

Layer newLayer(const std::string& name, LayerKind kind, std::vector<LayerId> inputs, Shape output)
{
    Layer layer;
    layer.name = name;
    layer.kind = std::move(kind);
    layer.inputs = std::move(inputs);
    layer.output = std::move(output);
    return layer;
}

} // namespace lockstep
