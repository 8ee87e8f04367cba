// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/empty_fields.h"

#include "engine/protocol/experiment_member.h"

#include <charconv>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view kHosts = "topology.hosts.";

/// Whether the key is that of a member of a host which holds nothing.
bool isEmptyInHost(const Topology& topology, std::string_view key)
{
    key.remove_prefix(kHosts.size());
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    const bool isMember = error == std::errc() && end != key.data() + key.size() && *end == '.';
    if (!isMember || index >= topology.hosts.size())
        return false;
    key.remove_prefix(static_cast<std::size_t>(end + 1 - key.data()));
    return memberText(topology.hosts[index], key).empty();
}

bool isEmpty(const Experiment& experiment, std::string_view key)
{
    if (key.starts_with(kHosts))
        return isEmptyInHost(experiment.topology, key);
    const bool isSetting =
        key.starts_with("model.") || key.starts_with("data.") || key.starts_with("training.");
    return isSetting && memberText(experiment, key).empty();
}

} // namespace

std::vector<std::string> emptyFields(const Experiment& experiment)
{
    std::vector<std::string> keys;
    for (const Error& error : checkExperiment(experiment)) {
        if (isEmpty(experiment, error.key))
            keys.push_back(error.key);
    }
    return keys;
}

} // namespace lockstep
