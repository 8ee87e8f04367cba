// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/host_conditions.h"

#include "engine/protocol/message_descriptions.h"

namespace lockstep {

template <typename Visitor>
void describe(Visitor& visitor, Describes<HostConditions> auto& conditions)
{
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    visitor.integer("wall_ms", conditions.wallMs, 0, kMax);
    visitor.integer("open_files", conditions.openFiles, 0, kMax);
    visitor.integer("tasks_left", conditions.tasksLeft, -1, kMax);
    visitor.integer("shared_memory_free_bytes", conditions.sharedMemoryFreeBytes, -1, kMax);
    visitor.text("machine", conditions.machine, kLineRule);
}

std::string toJson(const HostConditions& conditions)
{
    return writeOneLine(conditions);
}

Result<HostConditions> parseHostConditions(std::string_view json)
{
    return readMessage<HostConditions>(json, kMaxFramePayload);
}

} // namespace lockstep
