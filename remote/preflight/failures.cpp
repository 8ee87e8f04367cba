// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/failures.h"

#include "remote/run/host_sentences.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

Sentence causeOf(const HostCheck& failed)
{
    return failed.remedy.empty() ? failed.found : inARow({failed.found, failed.remedy});
}

std::vector<Error> failuresOf(const Topology& topology, const std::map<int, HostChecks>& tests)
{
    std::vector<HostSentence> told;
    std::map<std::string, std::string> keys; // by host
    for (const auto& [host, checks] : tests) {
        const HostCheck* failed = failureOf(checks);
        if (failed == nullptr)
            continue;
        const std::string& name = topology.hosts[static_cast<std::size_t>(host)].name;
        told.push_back({name, causeOf(*failed)});
        keys.emplace(name, failed->key);
    }
    std::vector<Error> errors;
    for (SharedSentence& one : sharedSentences(told)) {
        const char* text =
            one.hosts.size() == 1 ? LOCKSTEP_TEXT("Host %1: %2") : LOCKSTEP_TEXT("Hosts %1: %2");
        const std::string& key = keys.at(one.hosts.front());
        errors.push_back(
            {text, {inARow({one.hosts.begin(), one.hosts.end()}, ", "), std::move(one.what)}, key});
    }
    return errors;
}

} // namespace lockstep
