// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment_document.h"
#include "engine/protocol/typed_value.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace lockstep {
namespace {

std::vector<std::string_view> splitKey(std::string_view key)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= key.size();) {
        const std::size_t dot = std::min(key.find('.', begin), key.size());
        parts.push_back(key.substr(begin, dot - begin));
        begin = dot + 1;
    }
    return parts;
}

/// What a new item of a list of the topology starts from: a member of every key that can be set.
JsonValue freshItem(const Topology& topology, std::string_view list)
{
    Experiment example;
    const std::string host = freshId(topology, "host");
    const std::string node = freshId(topology, "switch");
    example.topology.hosts.emplace_back().id = host;
    example.topology.hosts.back().name = host;
    example.topology.switches.emplace_back().id = node;
    example.topology.switches.back().name = node;
    const std::string area = freshId(topology, "network");
    example.topology.networks.emplace_back().id = area;
    example.topology.networks.back().name = area;
    example.topology.links.emplace_back();
    JsonValue document = toCompleteJson(example);
    return document.find("topology")->find(list)->items.front();
}

Error unknownKey(std::string path, const JsonValue& object)
{
    std::string known;
    for (const JsonMember& member : object.members)
        known += (known.empty() ? "" : ", ") + member.key;
    return {LOCKSTEP_TEXT("There is no such key; the keys here are: %1."), {known}, std::move(path)};
}

Error badIndex(std::string path, const JsonValue& list)
{
    return {LOCKSTEP_TEXT("There is no such place in the list, which has %1; "
                          "the next free place has the same number."),
            {std::to_string(list.items.size())},
            std::move(path)};
}

std::optional<std::size_t> parseIndex(std::string_view text)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return index;
}

/// The member or item of `place` that `part` names. `path` is the key up to `place`.
Result<JsonValue*> descend(JsonValue& place, const Topology& topology, const std::string& path,
                           std::string_view part)
{
    const std::string key = joinKey(path, part);
    if (place.kind == JsonValue::Kind::Array) {
        const std::optional<std::size_t> index = parseIndex(part);
        const std::size_t count = place.items.size();
        if (index && *index < count)
            return &place.items[*index];
        constexpr std::string_view kTopology = "topology.";
        const bool topologyList =
            path.starts_with(kTopology) && path.find('.', kTopology.size()) == path.npos;
        const bool numbers = path.starts_with("data.") || path.starts_with("training.");
        if (!index || *index > count || (!topologyList && !numbers && !path.ends_with(".devices")))
            return badIndex(key, place);
        place.items.push_back(topologyList ? freshItem(topology, path.substr(kTopology.size()))
                                           : JsonValue{});
        return &place.items.back();
    }
    if (place.kind != JsonValue::Kind::Object)
        return Error{LOCKSTEP_TEXT("There is no such key; %1 is a single value."), {path}, key};
    JsonValue* member = place.find(part);
    if (!member)
        return unknownKey(key, place);
    return member;
}

/// A text stays a text ("007" is a fine name); elsewhere numbers, booleans and JSON are recognised.
JsonValue valueInPlaceOf(const JsonValue& present, std::string_view typed)
{
    if (present.kind == JsonValue::Kind::Array)
        return typedList(typed);
    JsonValue value = typedValue(typed);
    const bool wantsText = present.kind == JsonValue::Kind::String;
    return wantsText && value.kind != JsonValue::Kind::String ? typedText(typed) : value;
}

} // namespace

Result<Experiment> withValue(const Experiment& experiment, std::string_view key, std::string_view value)
{
    JsonValue document = toCompleteJson(experiment);
    JsonValue* place = &document;
    std::string path;
    for (const std::string_view part : splitKey(key)) {
        const Result<JsonValue*> next = descend(*place, experiment.topology, path, part);
        if (!next.ok())
            return next.error();
        place = *next;
        path = joinKey(path, part);
    }
    if (path.starts_with("topology.hosts.") && path.ends_with(".devices")) {
        Result<JsonValue> devices = typedDevices(value, key);
        if (!devices.ok())
            return devices.error();
        *place = std::move(devices).value();
    } else if (path == "training.cuts") {
        *place = typedTexts(value);
    } else if (path == "training.shares") {
        *place = typedShares(value);
    } else {
        *place = valueInPlaceOf(*place, value);
    }
    return readExperiment(document);
}

} // namespace lockstep
