// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace lockstep {

/// Batches of records that are on their way to the controller. A host whose records pile up there is not read
/// from, so a flood of them cannot fill the memory of the window. Any thread.
class RecordBacklog {
public:
    void add() { ++m_batches; }
    /// One has been dealt with. True: there is room again for whoever waits.
    bool take() { return --m_batches == kMost / 2; }
    bool isFull() const { return m_batches >= kMost; }

private:
    static constexpr int kMost = 8;
    std::atomic<int> m_batches = 0;
};

} // namespace lockstep
