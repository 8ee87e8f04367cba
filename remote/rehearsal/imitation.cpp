// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/imitation.h"

#include "engine/protocol/imitation.h"

namespace lockstep {

namespace {

/// On the disk that all hosts of a stage have in common, and nobody else has.
constexpr const char* kTurns = "/dev/shm/turns";

} // namespace

bool imitatesCompute(const Topology& drawn, StageKind stage, std::size_t cores)
{
    std::size_t ranks = 0;
    for (const Host& host : drawn.hosts)
        ranks += host.devices.size();
    return stage != StageKind::Loopback && cores > 0 && ranks > cores;
}

std::vector<std::string> engineWords(const std::string& engine, bool imitates)
{
    std::vector<std::string> words{engine, "attach"};
    if (imitates)
        words.insert(words.begin(), {"env", std::string(kImitateCompute) + "=" + kTurns});
    return words;
}

} // namespace lockstep
