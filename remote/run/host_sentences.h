// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/sentence.h"

#include <string>
#include <vector>

/// Sentences that several hosts share, told once.
namespace lockstep {

/// What a host is told with that an attempt does without.
inline constexpr const char* kBegunWithout =
    LOCKSTEP_TEXT("Attempt %1 was begun without this host. Attempt %2 ended: %3");

/// "On cpu-1, cpu-2 and cpu-3: ..."; more than four are counted. REQUIRES: at least one name.
Sentence onHosts(const std::vector<std::string>& names, const Sentence& what);

/// The same with "the host" in place of an address with its port: by what is left, hosts that fail alike are
/// told as one. "Cannot connect to the host: Connection refused."
Sentence withoutAddress(const Sentence& sentence);

struct HostSentence {
    std::string host;
    Sentence what;
};
/// What hosts tell alike, and which of them do: one keeps its address.
struct SharedSentence {
    std::vector<std::string> hosts;
    Sentence what;
};
/// In the order in which each was told first. Sentences that differ in the hosts' addresses alone are one.
std::vector<SharedSentence> sharedSentences(const std::vector<HostSentence>& told);

} // namespace lockstep
