// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mailbox.h"

#include <algorithm>

namespace lockstep {

bool Mailbox::fits(const FrameHeader& header, const ReceiveOperation& operation)
{
    return header.slot == operation.slot && header.length == operation.size;
}

void Mailbox::take(const ReceiveOperation& operation)
{
    std::copy_n(m_kept.front().data.get(), operation.size, operation.data);
    m_keptCost -= costOf(m_kept.front().header);
    m_kept.pop_front();
}

// Nothing is allocated beyond the limits, whatever the header says.
std::optional<char*> Mailbox::place(const FrameHeader& header)
{
    if (!m_posted.empty()) {
        m_target = m_posted.front();
        m_posted.pop_front();
        return m_target->data;
    }
    if (header.length > m_limits.message || m_keptCost + costOf(header) > m_limits.total)
        return std::nullopt;
    m_aside = std::make_unique<char[]>(std::max<std::size_t>(header.length, 1));
    m_keptCost += costOf(header);
    return m_aside.get();
}

Completions* Mailbox::arrived(const FrameHeader& header)
{
    if (m_target) {
        Completions* const owner = m_target->owner;
        m_target.reset();
        return owner;
    }
    m_kept.push_back({header, std::move(m_aside)});
    if (m_posted.empty())
        return nullptr;
    // Its receive was posted while it was arriving.
    const ReceiveOperation operation = m_posted.front();
    m_posted.pop_front();
    take(operation);
    return operation.owner;
}

void Mailbox::forget(const Completions& owner)
{
    m_posted.remove_if([&](const ReceiveOperation& operation) { return operation.owner == &owner; });
    if (isFillingFor(owner))
        m_target.reset();
}

} // namespace lockstep
