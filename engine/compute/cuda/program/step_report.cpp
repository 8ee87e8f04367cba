// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/step_report.h"

#include "engine/compute/cuda/device/step_block.h"
#include "engine/core/error.h"

#include <cstring>

namespace lockstep::cuda {

StepReport::StepReport() : m_loss(sizeof(LossBlock)) {}

void StepReport::begin(Queue& queue)
{
    m_updateIsApart = m_isUpdated = false;
    queue.record(m_begun);
}

void StepReport::endForward(Queue& queue, const std::byte* block)
{
    queue.copy(m_loss.at(), block, sizeof(LossBlock));
    queue.mark(m_forwardDone);
}

void StepReport::beginUpdate(Queue& queue)
{
    m_updateIsApart = true;
    queue.record(m_updateBegun);
}

void StepReport::endUpdate(Queue& queue)
{
    m_isUpdated = true;
    queue.record(m_updateDone);
}

LossResult StepReport::loss() const
{
    m_lossKnown.wait(Awaited::Loss);
    LossBlock block;
    std::memcpy(&block, m_loss.at(), sizeof(block));
    LOCKSTEP_CHECK(block.badLabels == 0);
    return {.lossSum = block.lossSum, .correct = block.correct, .correctTop5 = block.correctTop5};
}

ComputeSeconds StepReport::seconds() const
{
    (m_isUpdated ? m_updateDone : m_backwardDone).wait(Awaited::Times);
    ComputeSeconds seconds{.forward = m_forwardDone.secondsSince(m_begun),
                           .backward = m_backwardDone.secondsSince(m_forwardDone)};
    if (m_isUpdated)
        seconds.update = m_updateDone.secondsSince(m_updateIsApart ? m_updateBegun : m_backwardDone);
    return seconds;
}

} // namespace lockstep::cuda
