// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"

#include <functional>
#include <memory>
#include <string>

namespace lockstep::cuda {

/// Work that is the same whenever it is given. At first it is given as it comes, for libraries and the
/// runtime still load what they need; then it is written down, and given as one from then on. Work that
/// cannot be written down, because a library does in it what must not be done meanwhile, is given as it comes
/// for ever.
class RepeatedWork {
public:
    using Log = std::function<void(const std::string&)>;

    /// Says in the log, which may be empty, that and why it cannot be written down.
    void give(Queue& queue, const std::function<void()>& work, const Log& log = {});
    bool canBeWritten() const { return m_canBeWritten; }

private:
    void write(Queue& queue, const std::function<void()>& work, const Log& log);

    bool m_given = false;
    bool m_canBeWritten = true;
    std::unique_ptr<Recording> m_recording;
};

} // namespace lockstep::cuda
