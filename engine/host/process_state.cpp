// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/process_state.h"

#include "engine/core/text_of_file.h"

#include <string>

namespace lockstep {

std::optional<ProcessState> stateOf(pid_t pid)
{
    const std::string text = textOfFile("/proc/" + std::to_string(pid) + "/stat");
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
