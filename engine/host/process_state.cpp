// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/process_state.h"

#include <fstream>
#include <iterator>
#include <string>

namespace lockstep {

std::optional<ProcessState> stateOf(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The name in parentheses may itself hold spaces and parentheses.
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos || end + 2 >= text.size())
        return std::nullopt;
    switch (text[end + 2]) {
    case 'Z':
    case 'X':
        return std::nullopt;
    case 'T':
    case 't':
        return ProcessState::Frozen;
    case 'D':
        return ProcessState::InsideTheSystem;
    default:
        return ProcessState::Running;
    }
}

} // namespace lockstep
