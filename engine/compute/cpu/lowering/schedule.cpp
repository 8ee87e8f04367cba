// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/schedule.h"

#include <algorithm>

namespace lockstep {

void Schedule::use(const std::vector<BufferId>& uses)
{
    for (BufferId id : uses)
        m_buffers.use(id, m_moment);
    ++m_moment;
}

void Schedule::forward(Step step, const std::vector<BufferId>& uses)
{
    use(uses);
    m_forward.push_back(std::move(step));
}

void Schedule::forwardBarrier(bool trainingOnly)
{
    forward({.name = "barrier", .kind = Step::Kind::Barrier, .trainingOnly = trainingOnly}, {});
}

void Schedule::loss(const std::vector<BufferId>& uses)
{
    use(uses);
}

void Schedule::backward(Step step, const std::vector<BufferId>& uses)
{
    use(uses);
    m_backward.push_back(std::move(step));
}

void Schedule::backwardBarrier()
{
    // Until every worker has come here, one of them may still read what the others left for it.
    backward({.name = "barrier", .kind = Step::Kind::Barrier, .final = m_almostFinal}, m_read);
    m_almostFinal.clear();
    m_read.clear();
    for (Finish& each : m_waiting) {
        const auto worker = std::min_element(m_load.begin(), m_load.end());
        *worker += each.bytes;
        backward({.name = "finish gradients",
                  .kind = Step::Kind::All,
                  .worker = static_cast<int>(worker - m_load.begin()),
                  .work = std::move(each.work)},
                 each.uses);
        m_almostFinal.insert(m_almostFinal.end(), each.parameters.begin(), each.parameters.end());
        m_read.insert(m_read.end(), each.uses.begin(), each.uses.end());
    }
    m_waiting.clear();
}

void Schedule::finishLater(std::vector<std::size_t> parameters, const std::vector<BufferId>& uses,
                           std::int64_t bytes, Work work)
{
    m_waiting.push_back({std::move(parameters), uses, bytes, std::move(work)});
}

void Schedule::end()
{
    if (!m_waiting.empty())
        backwardBarrier();
    if (!m_almostFinal.empty())
        backwardBarrier();
}

} // namespace lockstep
