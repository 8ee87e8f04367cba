// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/compute_rate.h"
#include "app/forecast/gradient_traffic.h"
#include "app/forecast/model_work.h"
#include "app/forecast/network_costs.h"
#include "app/forecast/strategy_settings.h"
#include "engine/protocol/sum_way.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// All that a forecast depends on: a value that may cross threads.
struct ForecastInput {
    Topology topology;
    TrainingSpec training;
    ModelWork work;
    std::vector<ComputeRate> rates;      ///< of the devices, in the order of placeRanks(topology)
    std::optional<std::int64_t> samples; ///< of an epoch
    bool operator==(const ForecastInput&) const = default;
};

/// What is likely, and the least and the most that it may be, s.
struct Estimate {
    double low = 0, middle = 0, high = 0;
    bool operator==(const Estimate&) const = default;
};

/// How long a step takes. While backward goes on, gradients that are known are compressed, where they are to
/// be, and cross bucket by bucket; a step ends when the slowest rank has computed and the last bucket has
/// crossed. Loading data and applying gradients are not counted.
class StepModel {
public:
    /// Borrows the input. REQUIRES: it has a rate for each device.
    explicit StepModel(const ForecastInput& input);

    Estimate seconds(const StrategySettings& settings);
    /// The bottleneck that a step fills longest, and the bytes that cross it.
    struct Crossing {
        std::optional<Bottleneck> place; ///< nothing: none has a bandwidth, or nothing crosses it
        double bytes = 0;
    };
    Crossing slowest(const StrategySettings& settings);

    int ranks() const { return static_cast<int>(m_compute.size()); }
    /// By rank of the training, of which there is one for each host with model-parallel.
    const std::vector<ComputeRate>& rates() const { return m_rates; }
    /// By rank, s.
    const std::vector<double>& computeSeconds() const { return m_compute; }
    double slowestCompute() const;
    /// All gradients as they are, with nothing else going on, s.
    double exchangeSeconds();
    /// There and back between the farthest two, s.
    double roundTrip() const { return 2 * m_sums.latency; }
    bool isAssumed() const; ///< a rate is
    bool crossesHosts() const;

private:
    /// By which parts of the estimate are off; and of the other ranks, how many a rank meets on its way to
    /// servers that do not wait for all: between none, as if all kept step, and all.
    struct Scales {
        double compute = 1, network = 1, meeting = 0.5;
    };
    double secondsAt(const StrategySettings& settings, Scales scales);
    double overlapped(const StrategySettings& settings, Scales scales);
    double asynchronous(int staleness, Scales scales);
    double serverSeconds();
    /// How long an exchange of gradients fills the network, and how long its messages are on their way
    /// meanwhile, one after the other, s.
    struct Exchange {
        double sending = 0, onTheWay = 0;
        double seconds() const { return sending + onTheWay; }
    };
    Exchange exchangeOf(const GradientTraffic& traffic);
    double restartSeconds() const;
    /// FlowPattern::isRelayed of what these settings send.
    bool isRelayed(const StrategySettings& settings);
    /// Exchanges that are under way at once.
    std::size_t streams() const;
    /// Hosts with ranks: between them crosses what is not summed as it is, for all ranks of each at once.
    double hosts() const;
    /// Bytes of a flow of sums, and of the ring of hosts, which what is not summed goes around.
    double sumBytes(const GradientTraffic& traffic) const;
    double hostBytes(const GradientTraffic& traffic) const;
    GradientTraffic wholeTraffic() const;
    GradientTraffic trafficOf(const StrategySettings& settings) const;
    std::vector<double> loads(const StrategySettings& settings);

    const ForecastInput& m_input;
    const std::vector<ComputeRate> m_rates;
    NetworkCosts m_network;
    FlowPattern m_sums;
    /// Who takes part in a sum over the network, and how: hosts, where their ranks add up in memory before
    /// one of them sends; by NCCL, each rank.
    const SumWay m_way;
    std::vector<WorkBucket> m_buckets;
    std::vector<double> m_compute;
};

} // namespace lockstep
