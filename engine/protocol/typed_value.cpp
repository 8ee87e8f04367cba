// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/typed_value.h"

#include "engine/protocol/experiment.h"

#include <algorithm>

namespace lockstep {

JsonValue typedText(std::string_view typed)
{
    return {JsonValue::Kind::String, std::string(typed), {}, {}};
}

JsonValue typedValue(std::string_view typed)
{
    Result<JsonValue> parsed = parseJson(typed, {kMaxExperimentBytes, kMaxExperimentDepth});
    return parsed.ok() ? std::move(parsed).value() : typedText(typed);
}

JsonValue typedList(std::string_view typed)
{
    return typedValue(typed.starts_with('[') ? std::string(typed) : '[' + std::string(typed) + ']');
}

JsonValue typedTexts(std::string_view typed)
{
    if (typed.starts_with('['))
        return typedValue(typed);
    JsonValue list{JsonValue::Kind::Array, {}, {}, {}};
    for (std::size_t begin = 0; begin < typed.size();) {
        const std::size_t comma = std::min(typed.find(',', begin), typed.size());
        std::string_view part = typed.substr(begin, comma - begin);
        begin = comma + 1;
        while (part.starts_with(' '))
            part.remove_prefix(1);
        while (part.ends_with(' '))
            part.remove_suffix(1);
        if (!part.empty())
            list.items.push_back(typedText(part));
    }
    return list;
}

JsonValue typedShares(std::string_view typed)
{
    const bool isList = typed.starts_with('[') || typed.find_first_of("0123456789") != typed.npos;
    return isList ? typedList(typed) : typedText(typed);
}

Result<JsonValue> typedDevices(std::string_view typed, std::string_view key)
{
    if (typed.starts_with('['))
        return typedValue(typed);
    const Result<std::vector<Device>> devices = parseDevices(typed);
    if (!devices.ok())
        return Error{devices.error().text, devices.error().arguments, std::string(key)};
    JsonValue list{JsonValue::Kind::Array, {}, {}, {}};
    for (const Device device : *devices)
        list.items.push_back(typedText(toString(device)));
    return list;
}

} // namespace lockstep
