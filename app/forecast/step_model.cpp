// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/step_model.h"

#include "app/forecast/codec_work.h"
#include "engine/protocol/collective_streams.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

constexpr double kGradientBytes = 4;
constexpr double kMebibyte = 1024.0 * 1024;
/// Backward computes the gradients of inputs and of weights.
constexpr double kForwardPart = 1.0 / 3;
/// Linux begins anew with few segments when a connection has been silent for about so long, s.
constexpr double kRestartPause = 0.2;
/// Of the network's time: frames may be jumbo or tagged; a queue that is too short has cost TCP up to this.
constexpr double kNetworkLow = 0.02;
constexpr double kNetworkHigh = 0.05;
constexpr double kRelayedHigh = 0.3;

/// How long a rank is in a network in which it would be for `alone`, if it meets the `met` part of the others
/// that are in it as well, and does something else for `elsewhere` in between: x = alone (1 + met x / (x +
/// elsewhere)), s. As in approximate mean value analysis of closed queueing networks whose stations all have
/// the same load [Schweitzer 1979].
double crowded(double alone, double elsewhere, double met)
{
    const double half = (alone * (1 + met) - elsewhere) / 2;
    return half + std::sqrt(half * half + alone * elsewhere);
}

/// How many samples of a step each rank takes.
std::vector<double> samplesOf(const ForecastInput& input, const std::vector<ComputeRate>& rates)
{
    const std::size_t ranks = rates.size();
    std::vector<double> parts(ranks, 1);
    const ShareSpec& shares = input.training.shares;
    for (std::size_t i = 0; i < ranks; ++i) {
        if (shares.kind == ShareKind::Auto)
            parts[i] = rates[i].flopsPerSecond;
        else if (shares.kind == ShareKind::ByRank && shares.byRank.size() == ranks)
            parts[i] = shares.byRank[i];
    }
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    for (double& part : parts)
        part *= static_cast<double>(input.training.batch) * static_cast<double>(ranks) / sum;
    return parts;
}

/// The rates of the ranks: those of the devices, or where the devices of a host hold a model between them,
/// what they do together.
std::vector<ComputeRate> ratesOf(const ForecastInput& input)
{
    if (input.training.strategy != StrategyKind::ModelParallel)
        return input.rates;
    std::vector<ComputeRate> rates;
    auto device = input.rates.begin();
    for (const Placement& rank : placeRanks(input.topology, input.training)) {
        ComputeRate sum = *device++;
        for (std::size_t i = 0; i < rank.furtherDevices.size(); ++i, ++device) {
            sum.flopsPerSecond += device->flopsPerSecond;
            sum.isAssumed |= device->isAssumed;
            sum.uncertainty = std::max(sum.uncertainty, device->uncertainty);
        }
        rates.push_back(sum);
    }
    return rates;
}

/// How much longer a step takes whose pieces pass through the parts of a model than if all of them computed
/// all the time [Huang 2019]: the pipe fills and empties, and with several pieces every part computes its
/// forward again.
double pipelineFactor(const ForecastInput& input, const Placement& rank)
{
    if (rank.furtherDevices.empty())
        return 1;
    const auto parts = static_cast<double>(rank.furtherDevices.size() + 1);
    const double pieces = input.training.accumulate;
    return (pieces + parts - 1) / pieces * (pieces > 1 ? 1 + kForwardPart : 1);
}

/// By NCCL ranks are its members, which form a ring.
SumWay sumWayOf(const ForecastInput& input, std::size_t ranks)
{
    SumWay way = drawnSumWay(input.topology);
    if (sumsByNccl(input.topology, input.training.strategy))
        way.members = static_cast<int>(ranks);
    return way;
}

double largestOf(const std::vector<double>& values)
{
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

} // namespace

StepModel::StepModel(const ForecastInput& input)
    : m_input(input), m_rates(ratesOf(input)), m_network(input.topology, input.training.strategy),
      m_sums(m_network.sums()), m_way(sumWayOf(input, m_rates.size())),
      m_buckets(bucketsOf(input.work, static_cast<std::size_t>(input.training.bucketMegabytes * kMebibyte)))
{
    const double flops = input.work.flops() / kForwardPart;
    const std::vector<double> samples = samplesOf(input, m_rates);
    const std::vector<Placement> ranks = placeRanks(input.topology, input.training);
    for (std::size_t i = 0; i < samples.size(); ++i)
        m_compute.push_back(flops * samples[i] / m_rates[i].flopsPerSecond *
                            (i < ranks.size() ? pipelineFactor(input, ranks[i]) : 1));
}

double StepModel::slowestCompute() const
{
    return largestOf(m_compute);
}

bool StepModel::isAssumed() const
{
    return std::any_of(m_rates.begin(), m_rates.end(),
                       [](const ComputeRate& rate) { return rate.isAssumed; });
}

bool StepModel::crossesHosts() const
{
    const std::vector<Placement> ranks = placeRanks(m_input.topology, m_input.training);
    return std::any_of(ranks.begin(), ranks.end(),
                       [&](const Placement& each) { return each.host != ranks.front().host; });
}

double StepModel::hosts() const
{
    const std::vector<Placement> ranks = placeRanks(m_input.topology, m_input.training);
    return static_cast<double>(
        std::count_if(ranks.begin(), ranks.end(), [](const Placement& each) { return each.localRank == 0; }));
}

std::size_t StepModel::streams() const
{
    const double bucketBytes = m_input.training.bucketMegabytes * kMebibyte;
    return sumsByNccl(m_input.topology, m_input.training.strategy) && !m_input.training.encryption
               ? 1
               : static_cast<std::size_t>(streamsFor(roundTrip(), m_way.members, bucketBytes));
}

double StepModel::sumBytes(const GradientTraffic& traffic) const
{
    return m_way.crossings() * traffic.summed;
}

double StepModel::hostBytes(const GradientTraffic& traffic) const
{
    const double n = hosts();
    return (n - 1) / n * (traffic.parts + ranks() * traffic.gathered);
}

StepModel::Exchange StepModel::exchangeOf(const GradientTraffic& traffic)
{
    const double n = hosts();
    const double rounds =
        traffic.sums * m_way.rounds() + (traffic.parts > 0 ? n : 0) + (traffic.gathered > 0 ? n - 1 : 0);
    Exchange exchange{sumBytes(traffic) * m_sums.secondsPerByte, rounds * m_sums.latency};
    if (const double bytes = hostBytes(traffic); bytes > 0)
        exchange.sending += bytes * m_network.hostRing().secondsPerByte;
    if (traffic.parts > 0)
        exchange.sending += traffic.parts / n * m_network.everyPair().secondsPerByte;
    return exchange;
}

double StepModel::restartSeconds() const
{
    return slowestCompute() > kRestartPause ? m_sums.restart : 0;
}

bool StepModel::isRelayed(const StrategySettings& settings)
{
    if (usesServers(settings.strategy))
        return m_network.toServers().isRelayed || m_network.fromServers().isRelayed;
    return hostBytes(trafficOf(settings)) > 0 ? m_network.hostRing().isRelayed : m_sums.isRelayed;
}

GradientTraffic StepModel::wholeTraffic() const
{
    return {m_input.work.elements() * kGradientBytes, 1};
}

double StepModel::exchangeSeconds()
{
    return ranks() > 1 ? exchangeOf(wholeTraffic()).seconds() : 0;
}

double StepModel::overlapped(const StrategySettings& settings, Scales scales)
{
    const double compute = slowestCompute() * scales.compute;
    std::vector<double> streamFree(streams()); // when each is
    double networkFree = 0;
    for (std::size_t i = 0; i < m_buckets.size(); ++i) {
        const WorkBucket& bucket = m_buckets[i];
        double& free = streamFree[i % streamFree.size()];
        const double ready = compute * (kForwardPart + (1 - kForwardPart) * bucket.readyFraction);
        const double codec = codecSeconds(settings, bucket.tensors) * scales.compute;
        const Exchange exchange = exchangeOf(gradientTraffic(settings, bucket.tensors));
        networkFree =
            std::max(networkFree, std::max(free, ready) + codec) + exchange.sending * scales.network;
        free = networkFree + exchange.onTheWay * scales.network;
    }
    return std::max(largestOf(streamFree), compute) + restartSeconds();
}

/// The servers answer when they have applied what they were sent: one way after the other.
double StepModel::serverSeconds()
{
    const FlowPattern& push = m_network.toServers();
    const FlowPattern& pull = m_network.fromServers();
    return wholeTraffic().summed * (push.secondsPerByte + pull.secondsPerByte) + push.latency + pull.latency;
}

/// Nobody waits for the others but within the staleness; what a step is then is the time in which all ranks
/// together learn from one global batch. Nobody keeps step either: a rank's messages meet those of others
/// that are in another part of theirs, while links that all would fill together stand idle.
double StepModel::asynchronous(int staleness, Scales scales)
{
    const double together = serverSeconds() * scales.network;
    const double met = scales.meeting * (ranks() - 1) / ranks();
    const auto step = [&](double compute) {
        return compute * scales.compute + crowded(together, compute * scales.compute, met);
    };
    if (staleness >= 0)
        return step(slowestCompute());
    double perSecond = 0; // steps of a rank
    for (const double compute : m_compute)
        perSecond += 1 / step(compute);
    return ranks() / perSecond;
}

double StepModel::secondsAt(const StrategySettings& settings, Scales scales)
{
    const double compute = slowestCompute() * scales.compute;
    if (ranks() < 2)
        return compute;
    switch (settings.strategy) {
    case StrategyKind::AllReduce:
    case StrategyKind::ModelParallel:
        break;
    case StrategyKind::ServerSync:
        return compute + serverSeconds() * scales.network;
    case StrategyKind::ServerAsync:
        return asynchronous(settings.staleness, scales);
    case StrategyKind::LocalSteps: {
        const double meeting = exchangeSeconds() * scales.network / settings.localSteps;
        return settings.overlapMeetings ? std::max(compute, meeting) : compute + meeting;
    }
    }
    return overlapped(settings, scales);
}

Estimate StepModel::seconds(const StrategySettings& settings)
{
    double uncertainty = 0;
    for (const ComputeRate& rate : m_rates)
        uncertainty = std::max(uncertainty, rate.uncertainty);
    const double relayed = isRelayed(settings) ? kRelayedHigh : 0;
    const auto at = [&](Scales scales) { return secondsAt(settings, scales); };
    const double middle = at({});
    const auto apart = [&](Scales scales) { return std::abs(at(scales) - middle); };
    const double low = std::hypot(apart({.compute = 1 - uncertainty}), apart({.network = 1 - kNetworkLow}),
                                  apart({.meeting = 0}));
    const double high =
        std::hypot(apart({.compute = 1 + uncertainty}),
                   apart({.network = 1 + std::hypot(kNetworkHigh, relayed)}), apart({.meeting = 1}));
    return {middle - low, middle, middle + high};
}

/// Of a step on average, without what servers are sent.
GradientTraffic StepModel::trafficOf(const StrategySettings& settings) const
{
    if (settings.strategy == StrategyKind::LocalSteps)
        return {wholeTraffic().summed / settings.localSteps, 1};
    GradientTraffic sum;
    for (const WorkBucket& bucket : m_buckets) {
        const GradientTraffic part = gradientTraffic(settings, bucket.tensors);
        sum.summed += part.summed;
        sum.parts += part.parts;
        sum.gathered += part.gathered;
    }
    return sum;
}

/// What crosses each bottleneck in a step, by NetworkCosts::bottlenecks().
std::vector<double> StepModel::loads(const StrategySettings& settings)
{
    std::vector<double> bytes(m_network.bottlenecks().size());
    const auto add = [&](const FlowPattern& pattern, double ofFlow) {
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] += pattern.loads[i] * ofFlow;
    };
    if (usesServers(settings.strategy)) {
        add(m_network.toServers(), wholeTraffic().summed);
        add(m_network.fromServers(), wholeTraffic().summed);
        return bytes;
    }
    const GradientTraffic traffic = trafficOf(settings);
    add(m_sums, sumBytes(traffic));
    if (const double ofFlow = hostBytes(traffic); ofFlow > 0)
        add(m_network.hostRing(), ofFlow);
    if (traffic.parts > 0)
        add(m_network.everyPair(), traffic.parts / hosts());
    return bytes;
}

StepModel::Crossing StepModel::slowest(const StrategySettings& settings)
{
    Crossing slowest;
    if (ranks() < 2)
        return slowest;
    const std::vector<double> bytes = loads(settings);
    double longest = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const Bottleneck& place = m_network.bottlenecks()[i];
        if (bytes[i] / place.mbps > longest) {
            longest = bytes[i] / place.mbps;
            slowest = {place, bytes[i]};
        }
    }
    return slowest;
}

} // namespace lockstep
