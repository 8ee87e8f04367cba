// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>
#include <vector>

namespace lockstep {

/// Takes over children that were killed and are nobody's any more. Their end may take its time, on a dead
/// disk for ever, so nobody waits for it; but they are reaped when it comes.
class ChildReaper {
public:
    void adopt(pid_t child) { m_children.push_back(child); }
    /// Reaps those that have ended. Call it now and then.
    void reap();
    bool empty() const { return m_children.empty(); }

private:
    std::vector<pid_t> m_children;
};

} // namespace lockstep
