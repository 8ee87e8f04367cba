// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/program.h"

namespace lockstep::cuda {

/// What this host learns of a step that a device computes: its loss, and how long its parts took there. The
/// moments are given to the queue in the order of their names here; those between begin() and endUpdate() may
/// be a part of work that is written down.
class StepReport {
public:
    StepReport();

    /// Forgets the step before.
    void begin(Queue& queue);
    /// `block`: the LossBlock in the device's memory.
    void endForward(Queue& queue, const std::byte* block);
    void endBackward(Queue& queue) { queue.mark(m_backwardDone); }
    /// Of an update that does not follow backward at once.
    void beginUpdate(Queue& queue);
    void endUpdate(Queue& queue);
    /// What was given until now includes the loss. Never written down.
    void announceLoss(Queue& queue) { queue.record(m_lossKnown); }

    /// Waits for what was announced.
    LossResult loss() const;
    /// Waits for the update, or for backward where none was given.
    ComputeSeconds seconds() const;

private:
    PinnedMemory m_loss; ///< a LossBlock
    Event m_lossKnown;
    Event m_begun{Event::Timing::Yes};
    Event m_forwardDone{Event::Timing::Yes};
    Event m_backwardDone{Event::Timing::Yes};
    Event m_updateBegun{Event::Timing::Yes};
    Event m_updateDone{Event::Timing::Yes};
    bool m_updateIsApart = false;
    bool m_isUpdated = false;
};

} // namespace lockstep::cuda
