// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/host_check.h"

#include <algorithm>

namespace lockstep {

bool areOver(const HostChecks& checks)
{
    return std::none_of(checks.begin(), checks.end(), [](const HostCheck& check) {
        return check.state == CheckState::Waiting || check.state == CheckState::Running;
    });
}

const HostCheck* failureOf(const HostChecks& checks)
{
    const auto failed = std::find_if(checks.begin(), checks.end(), [](const HostCheck& check) {
        return check.state == CheckState::Failed;
    });
    return failed == checks.end() ? nullptr : &*failed;
}

const HostCheck* remarkOf(const HostChecks& checks)
{
    const auto remarkable = std::find_if(checks.begin(), checks.end(), [](const HostCheck& check) {
        return check.state == CheckState::Passed && !check.remedy.empty();
    });
    return remarkable == checks.end() ? nullptr : &*remarkable;
}

bool havePassed(const HostChecks& checks)
{
    return std::all_of(checks.begin(), checks.end(),
                       [](const HostCheck& check) { return check.state == CheckState::Passed; });
}

} // namespace lockstep
