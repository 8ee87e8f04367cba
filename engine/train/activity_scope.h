// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"

namespace lockstep {

/// Tells the other ranks what this one does outside collectives, for as long as it lives; then it trains
/// again.
class ActivityScope {
public:
    ActivityScope(ProcessGroup& group, Activity activity) : m_group(group) { m_group.setActivity(activity); }
    ~ActivityScope() { m_group.setActivity(Activity::Training); }
    ActivityScope(const ActivityScope&) = delete;
    ActivityScope& operator=(const ActivityScope&) = delete;

private:
    ProcessGroup& m_group;
};

} // namespace lockstep
