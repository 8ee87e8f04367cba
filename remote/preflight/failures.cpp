// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/failures.h"

#include "remote/run/host_sentences.h"

#include <algorithm>

namespace lockstep {

namespace {

struct Cause {
    Sentence sentence;
    Sentence shared; ///< without the address of a host
    std::string key;
    std::vector<Sentence> hosts;
};

} // namespace

Sentence causeOf(const HostCheck& failed)
{
    return failed.remedy.empty() ? failed.found : inARow({failed.found, failed.remedy});
}

std::vector<Error> failuresOf(const Topology& topology, const std::map<int, HostChecks>& tests)
{
    std::vector<Cause> causes;
    for (const auto& [host, checks] : tests) {
        const HostCheck* failed = failureOf(checks);
        if (failed == nullptr)
            continue;
        Sentence sentence = causeOf(*failed);
        Sentence shared = withoutAddress(sentence);
        auto known = std::find_if(causes.begin(), causes.end(),
                                  [&](const Cause& cause) { return cause.shared == shared; });
        if (known == causes.end())
            known = causes.insert(known, {std::move(sentence), std::move(shared), failed->key, {}});
        else if (known->sentence != sentence)
            known->sentence = known->shared;
        known->hosts.emplace_back(topology.hosts[static_cast<std::size_t>(host)].name);
    }
    std::vector<Error> errors;
    for (Cause& cause : causes) {
        const char* text =
            cause.hosts.size() == 1 ? LOCKSTEP_TEXT("Host %1: %2") : LOCKSTEP_TEXT("Hosts %1: %2");
        errors.push_back(
            {text, {inARow(std::move(cause.hosts), ", "), std::move(cause.sentence)}, cause.key});
    }
    return errors;
}

} // namespace lockstep
