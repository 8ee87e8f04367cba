// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/cuts.h"

#include "engine/core/error.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace lockstep {
namespace {

bool belongsToTheLayerBefore(const Layer& layer)
{
    return std::holds_alternative<ActivationLayer>(layer.kind) ||
           std::holds_alternative<BatchNormLayer>(layer.kind);
}

/// By layer: the one layer before it that it and those behind it read; none where they read several.
std::vector<std::optional<LayerId>> crossings(const Graph& graph)
{
    const auto count = static_cast<LayerId>(graph.layers().size());
    std::vector<LayerId> lastReader(graph.layers().size(), 0);
    for (LayerId id = 0; id < count; ++id)
        for (const LayerId input : graph.layer(id).inputs)
            lastReader[static_cast<std::size_t>(input)] = id;
    std::vector<std::optional<LayerId>> result(graph.layers().size());
    std::vector<LayerId> open; // layers that some later one still reads
    for (LayerId id = 1; id < count; ++id) {
        open.push_back(id - 1);
        std::erase_if(open, [&](LayerId each) { return lastReader[static_cast<std::size_t>(each)] < id; });
        if (open.size() == 1)
            result[static_cast<std::size_t>(id)] = open.front();
    }
    return result;
}

LayerId firstHead(const Graph& graph)
{
    LayerId first = std::numeric_limits<LayerId>::max();
    for (const AuxiliaryHead& head : graph.auxiliaryHeads())
        first = std::min(first, head.logits);
    return first;
}

/// Whether no parameter of a layer behind the cut stands before one of a layer ahead of it in the model's
/// order, and there are some on both sides.
class ParameterOrder {
public:
    explicit ParameterOrder(const Graph& graph)
    {
        std::size_t end = 0;
        for (const Layer& layer : graph.layers()) {
            m_ends.push_back(end);
            end = std::max(end, layer.firstParameter + layer.parameters.size());
        }
        m_starts.assign(graph.layers().size(), end);
        std::size_t start = end;
        for (std::size_t i = graph.layers().size(); i-- > 0;) {
            const Layer& layer = graph.layers()[i];
            if (!layer.parameters.empty())
                start = std::min(start, layer.firstParameter);
            m_starts[i] = start;
        }
        m_all = end;
    }
    bool isKeptBy(LayerId cut) const
    {
        const auto at = static_cast<std::size_t>(cut);
        return m_ends[at] > 0 && m_starts[at] < m_all && m_ends[at] <= m_starts[at];
    }

private:
    std::vector<std::size_t> m_ends;   ///< by layer: behind the last parameter of those before it
    std::vector<std::size_t> m_starts; ///< by layer: the first parameter of it and those behind it
    std::size_t m_all = 0;
};

/// Parts are chosen from the front: what is known of the best way to cut off the first k parts at a place.
struct Choice {
    std::int64_t most = std::numeric_limits<std::int64_t>::max(); ///< FLOPs of a part
    std::int64_t bytes = 0;                                       ///< that cross
    std::size_t before = 0;                                       ///< the place of the cut before
    bool isBetterThan(const Choice& other) const
    {
        return most != other.most ? most < other.most : bytes < other.bytes;
    }
};

/// FLOPs of training before each place, and how much crosses there. Places are the possible cuts between the
/// model's beginning and its end.
struct Places {
    std::vector<LayerId> layers;
    std::vector<std::int64_t> flops;
    std::vector<std::int64_t> bytes;
};

Places placesOf(const Graph& graph)
{
    Places places;
    const auto add = [&](LayerId layer, std::int64_t bytes) {
        std::int64_t flops = 0;
        for (LayerId id = 0; id < layer; ++id)
            flops += graph.layer(id).flops;
        places.layers.push_back(layer);
        places.flops.push_back(flops);
        places.bytes.push_back(bytes);
    };
    add(0, 0);
    for (const LayerId cut : possibleCuts(graph))
        add(cut, crossingBytes(graph, cut));
    add(static_cast<LayerId>(graph.layers().size()), 0);
    return places;
}

/// By the place at which the part that is added ends.
std::vector<Choice> addPart(const Places& places, const std::vector<Choice>& shorter)
{
    std::vector<Choice> longer(shorter.size());
    for (std::size_t end = 1; end < shorter.size(); ++end)
        for (std::size_t from = 0; from < end; ++from) {
            if (shorter[from].most == std::numeric_limits<std::int64_t>::max())
                continue;
            const Choice choice{std::max(shorter[from].most, places.flops[end] - places.flops[from]),
                                shorter[from].bytes + places.bytes[end], from};
            if (choice.isBetterThan(longer[end]))
                longer[end] = choice;
        }
    return longer;
}

std::string namesOf(const Graph& graph, const std::vector<LayerId>& layers)
{
    std::string names;
    for (const LayerId id : layers)
        names += (names.empty() ? "" : ", ") + graph.layer(id).name;
    return names;
}

} // namespace

std::vector<LayerId> possibleCuts(const Graph& graph)
{
    const std::vector<std::optional<LayerId>> crossing = crossings(graph);
    const ParameterOrder parameters(graph);
    const LayerId head = firstHead(graph);
    std::vector<LayerId> cuts;
    for (LayerId id = 1; id < static_cast<LayerId>(graph.layers().size()) && id <= head; ++id)
        if (crossing[static_cast<std::size_t>(id)] && parameters.isKeptBy(id) &&
            !belongsToTheLayerBefore(graph.layer(id)))
            cuts.push_back(id);
    return cuts;
}

std::int64_t crossingBytes(const Graph& graph, LayerId cut)
{
    const std::optional<LayerId> crossing = crossings(graph).at(static_cast<std::size_t>(cut));
    LOCKSTEP_CHECK(crossing.has_value());
    return graph.layer(*crossing).activationBytes;
}

std::vector<LayerId> chooseCuts(const Graph& graph, int parts)
{
    LOCKSTEP_CHECK(parts >= 1);
    const Places places = placesOf(graph);
    if (static_cast<std::size_t>(parts) >= places.layers.size())
        throw EngineError(
            ExitCode::InvalidExperiment,
            Error{LOCKSTEP_TEXT("The model %1 can be cut into %2 parts at most, but a host has "
                                "%3 devices."),
                  {graph.name(), std::to_string(places.layers.size() - 1), std::to_string(parts)},
                  "training.strategy"});
    std::vector<std::vector<Choice>> byParts{std::vector<Choice>(places.layers.size())};
    byParts[0][0] = {.most = 0};
    for (int part = 0; part < parts; ++part)
        byParts.push_back(addPart(places, byParts.back()));
    std::vector<LayerId> cuts;
    std::size_t end = places.layers.size() - 1;
    for (auto part = static_cast<std::size_t>(parts); part > 1; --part) {
        end = byParts[part][end].before;
        cuts.insert(cuts.begin(), places.layers[end]);
    }
    return cuts;
}

std::vector<LayerId> namedCuts(const Graph& graph, std::span<const std::string> names)
{
    const std::vector<LayerId> possible = possibleCuts(graph);
    std::vector<LayerId> cuts;
    for (const std::string& name : names) {
        const auto found =
            std::ranges::find_if(possible, [&](LayerId id) { return graph.layer(id).name == name; });
        if (found == possible.end())
            throw EngineError(
                ExitCode::InvalidExperiment,
                Error{LOCKSTEP_TEXT("The model %1 cannot be cut before a layer \"%2\", where one "
                                    "tensor alone would have to cross. It can be cut before: "
                                    "%3."),
                      {graph.name(), name, namesOf(graph, possible)},
                      "training.cuts"});
        if (!cuts.empty() && *found <= cuts.back())
            throw EngineError(
                ExitCode::InvalidExperiment,
                Error{LOCKSTEP_TEXT("found \"%1\", expected layers in the order of the model, each "
                                    "one once."),
                      {name},
                      "training.cuts"});
        cuts.push_back(*found);
    }
    return cuts;
}

std::vector<GraphPart> cutGraph(const Graph& graph, std::span<const LayerId> cuts)
{
    std::vector<GraphPart> parts;
    LayerId first = 0;
    for (const LayerId cut : cuts) {
        parts.push_back(partOf(graph, first, cut));
        first = cut;
    }
    parts.push_back(partOf(graph, first, static_cast<LayerId>(graph.layers().size())));
    return parts;
}

} // namespace lockstep
