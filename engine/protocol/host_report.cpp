// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/host_report.h"

#include "engine/protocol/message_descriptions.h"

namespace lockstep {

std::string toJson(const HostReport& report)
{
    return writeOneLine(report);
}

Result<HostReport> parseHostReport(std::string_view json)
{
    return readMessage<HostReport>(json, kMaxFramePayload);
}

std::string_view toString(DeviceKind kind)
{
    return kind == DeviceKind::Cpu ? "cpu" : "cuda";
}

} // namespace lockstep
