// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/checkpoint_orders.h"

#include "engine/protocol/process_placement.h"
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <utility>

namespace lockstep {

std::vector<int> CheckpointOrders::keepers(const RunFolder& folder)
{
    const Experiment& experiment = folder.experiment();
    const std::vector<Placement> placements = placeProcesses(experiment);
    std::vector<int> keepers;
    const auto add = [&](std::size_t host) {
        if (m_hosts.at(host).thread)
            keepers.push_back(static_cast<int>(host));
    };
    if (!placements.empty())
        add(placements.front().host); // ranks come first, in order
    for (const std::size_t host : hostsOfCopies(placements, experiment.restart.copies))
        add(host);
    return keepers;
}

void CheckpointOrders::order(CheckpointDeed deed, const RunFolder& folder, const QString& checkpoint)
{
    std::vector<int> hosts = keepers(folder);
    if (hosts.empty() || !stepOfCheckpointFolder(checkpoint.toStdString())) {
        const Error none{
            LOCKSTEP_TEXT("\"%1\" is no checkpoint of this run."), {checkpoint.toStdString()}, ""};
        emit m_face.checkpointFinished({.deed = deed, .checkpoint = checkpoint, .error = none});
        return;
    }
    Order& order = m_orders[checkpoint];
    order = {.deed = deed, .folder = folder, .asked = {}, .others = {}, .error = {}};
    if (deed != CheckpointDeed::Discard)
        std::ranges::stable_partition(hosts, [this](int host) { return !isAway(host); });
    ask(hosts.front(), checkpoint, order);
    hosts.erase(hosts.begin());
    if (deed != CheckpointDeed::Discard) {
        order.others = std::move(hosts);
        return;
    }
    for (const int host : hosts)
        if (m_hosts.at(static_cast<std::size_t>(host)).isDone())
            ask(host, checkpoint, order);
}

void CheckpointOrders::ask(int host, const QString& checkpoint, Order& order)
{
    order.asked.push_back(host);
    m_hosts.thread(host)->order(order.deed, order.folder, host, checkpoint);
}

void CheckpointOrders::takeBack(const QString& checkpoint)
{
    const auto found = m_orders.find(checkpoint);
    if (found == m_orders.end())
        return;
    for (const int host : found->second.asked)
        m_hosts.thread(host)->takeBack(checkpoint);
    m_orders.erase(found);
}

void CheckpointOrders::take(const RunHost& host, const HostCheckpoint& event)
{
    const QString& checkpoint = event.outcome.checkpoint;
    const auto found = m_orders.find(checkpoint);
    if (found == m_orders.end() || found->second.deed != event.outcome.deed)
        return; // taken back meanwhile
    Order& order = found->second;
    const auto asked = std::ranges::find(order.asked, host.status.host);
    if (asked == order.asked.end())
        return;
    if (!event.ended) {
        if (asked == order.asked.begin())
            emit m_face.checkpointProgress(checkpoint, static_cast<qint64>(event.done),
                                           static_cast<qint64>(event.total));
        return;
    }
    order.asked.erase(asked);
    if (event.outcome.error && !order.error)
        order.error = event.outcome.error;
    if (event.outcome.error && !order.others.empty()) {
        const int next = order.others.front();
        order.others.erase(order.others.begin());
        return ask(next, checkpoint, order);
    }
    if (order.asked.empty())
        finish(found, event.outcome);
}

void CheckpointOrders::finish(Orders::iterator order, CheckpointOutcome outcome)
{
    // Of hosts that failed one after the other, the first is the one that a person has in mind; and a
    // deletion is not done before it is done everywhere.
    if (outcome.error || order->second.deed == CheckpointDeed::Discard)
        outcome.error = std::move(order->second.error);
    m_orders.erase(order); // whoever hears of the end may ask for more
    emit m_face.checkpointFinished(outcome);
}

void CheckpointOrders::lose(const RunHost& host)
{
    for (auto& [checkpoint, order] : m_orders) {
        const auto asked = std::ranges::find(order.asked, host.status.host);
        const auto next = std::ranges::find_if(order.others, [this](int other) { return !isAway(other); });
        if (asked == order.asked.end() || next == order.others.end())
            continue;
        m_hosts.thread(*asked)->takeBack(checkpoint);
        const int other = std::exchange(*next, *asked);
        order.asked.erase(asked);
        ask(other, checkpoint, order);
    }
}

} // namespace lockstep
