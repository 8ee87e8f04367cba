// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"

#include <functional>
#include <memory>

namespace lockstep::cuda {

/// Work that is the same whenever it is given. At first it is given as it comes, for libraries and the
/// runtime still load what they need; then it is written down, and given as one from then on.
class RepeatedWork {
public:
    void give(Queue& queue, const std::function<void()>& work);

private:
    bool m_given = false;
    std::unique_ptr<Recording> m_recording;
};

} // namespace lockstep::cuda
