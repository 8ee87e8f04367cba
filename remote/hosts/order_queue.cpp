// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/order_queue.h"

namespace lockstep {

void OrderQueue::post(Order order)
{
    {
        const MutexLock lock(m_mutex);
        m_orders.push_back(std::move(order));
    }
    m_wake.raise();
}

void OrderQueue::run()
{
    m_wake.clear();
    std::vector<Order> orders;
    {
        const MutexLock lock(m_mutex);
        orders.swap(m_orders);
    }
    for (const Order& order : orders)
        order();
}

} // namespace lockstep
