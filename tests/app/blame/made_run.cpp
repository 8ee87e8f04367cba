// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/made_run.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep {

namespace {

double valueOf(const std::map<int, double>& values, int rank, double standard)
{
    const auto found = values.find(rank);
    return found == values.end() ? standard : found->second;
}

} // namespace

Experiment star(int hosts, std::optional<double> mbps)
{
    Experiment experiment;
    if (mbps)
        experiment.topology.switches.push_back({"s", "switch", {}, {}, {}});
    for (int i = 0; i < hosts; ++i) {
        Host host;
        host.id = host.name = "h" + std::to_string(i);
        host.devices.resize(1);
        experiment.topology.hosts.push_back(host);
        if (!mbps)
            continue;
        Link link;
        link.from = host.id;
        link.to = "s";
        link.bandwidthMbps = mbps;
        experiment.topology.links.push_back(link);
    }
    return experiment;
}

void MadeRun::tell(RunBlame& blame, int steps)
{
    for (int i = 0; i < steps; ++i, ++m_step) {
        std::vector<RankStep> parts;
        double slowest = 0;
        for (int rank = 0; rank < m_made.ranks; ++rank) {
            RankStep part;
            part.compute = m_made.compute * valueOf(m_made.slowdown, rank, 1) * factor();
            part.data = valueOf(m_made.dataWaits, rank, 1e-4) * factor();
            slowest = std::max(slowest, part.compute + part.data);
            parts.push_back(part);
        }
        for (int rank = 0; rank < m_made.ranks; ++rank) {
            const RankStep& part = parts[static_cast<std::size_t>(rank)];
            StepFinished step;
            step.step = m_step;
            step.dataSeconds = part.data;
            step.forwardSeconds = part.compute / 3;
            step.backwardSeconds = part.compute * 2 / 3;
            step.networkSeconds = slowest - part.compute - part.data + m_made.exchange * factor();
            tellOne(blame, rank, step);
        }
    }
}

double MadeRun::factor()
{
    return std::max(0.2, std::normal_distribution<>(1, m_made.noise)(m_random));
}

Culprit settled(RunBlame& blame)
{
    const Record sign{0, 0, 0, DeviceSampled{}};
    for (double now = 0; now <= 2 * RunBlame::kSettleSeconds; now += 0.5) {
        for (int rank = 0; rank < 5; ++rank)
            blame.take(rank, {&sign, 1}, now);
        blame.judge(now);
    }
    return blame.culprit();
}

LinksMeasured flow(int peer, double busyFraction, double mbps, double receiverFraction)
{
    const double busy = busyFraction * 10;
    return {.seconds = 10,
            .peers = {peer},
            .bytesSent = {std::llround(mbps * 1e6 / 8 * busy)},
            .bytesReceived = {0},
            .lateSeconds = {0},
            .transferSeconds = {busy},
            .receiverLimitedSeconds = {receiverFraction * busy},
            .senderLimitedSeconds = {0},
            .roundTripMs = {3},
            .deliveredMbps = {mbps},
            .isRateALowerBound = {0},
            .resentSegments = {0},
            .windowBytes = {14480}};
}

} // namespace lockstep
