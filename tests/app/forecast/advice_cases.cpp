// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/forecast/advice_cases.h"

#include "tests/app/forecast/drawings.h"

#include <utility>

namespace lockstep {

namespace {

/// As the tables of the forecast have them, FLOP/s.
constexpr double kRtx3080 = 7.45e12;
constexpr double kGtx1060 = 1.1e12;
constexpr double kFourCores = 160e9;

ForecastInput with(Topology topology, const char* model, int batch, double flopsPerSecond)
{
    return inputOf(std::move(topology), workOf(model), batch, flopsPerSecond);
}

ForecastInput uneven(ForecastInput input, double factor)
{
    input.rates.back().flopsPerSecond *= factor;
    return input;
}

ForecastInput onOneHost(ForecastInput input)
{
    input.topology.hosts.front().devices.assign(input.rates.size(), Device{});
    input.topology.hosts.resize(1);
    input.topology.links.clear();
    return input;
}

ForecastInput alone(ForecastInput input)
{
    input.topology.hosts.resize(1);
    input.topology.links.clear();
    input.rates.resize(1);
    return input;
}

ForecastInput sharedSwitch(ForecastInput input, double mbps)
{
    input.topology.switches.front().bandwidthMbps = mbps;
    return input;
}

ForecastInput badOrder(ForecastInput input)
{
    std::swap(input.topology.hosts[1], input.topology.hosts[2]);
    for (Host& host : input.topology.hosts) // NCCL's ring is that of the ranks
        host.devices = {{DeviceKind::Cuda, 0}};
    return input;
}

} // namespace

std::vector<AdviceCase> adviceCases()
{
    return {
        {"the testbed", with(chainOf(3, 10), "resnet18", 256, kRtx3080),
         "Over 10 Mbps a step spends 40 s on gradients, 0.37 s on computing. With PowerSGD rank 4, 73 times "
         "less crosses: 0.55–0.92 s a step, 44–73 times faster. Accuracy: up to half a point less. When "
         "accuracy has held, rank 2 takes 0.37–0.67 s a step."},
        {"the testbed at 100", with(chainOf(3, 100), "resnet18", 256, kRtx3080),
         "Over 100 Mbps a step spends 4.0 s on gradients, 0.37 s on computing. With PowerSGD rank 4, 73 "
         "times less crosses: 0.37–0.43 s a step, 10–11 times faster. Accuracy: up to half a point less."},
        {"the testbed at 1000", with(chainOf(3, 1000), "resnet18", 256, kRtx3080),
         "Over 1 Gbps a step spends 0.39 s on gradients, 0.37 s on computing. With bf16, 1.5 times less "
         "crosses: 0.37–0.64 s a step, 1.0–1.2 times faster. Accuracy: no loss that could be measured."},
        {"the testbed at 10000", with(chainOf(3, 10'000), "resnet18", 256, kRtx3080),
         "Over 10 Gbps a step spends 0.052 s on gradients, 0.37 s on computing. They cross while backward "
         "goes on: sending less would gain nothing."},
        {"small batches at 10", with(chainOf(3, 10), "resnet18", 32, kRtx3080),
         "Over 10 Mbps a step spends 40 s on gradients, 0.047 s on computing. With PowerSGD rank 4, 73 times "
         "less crosses: 0.55–0.60 s a step, 67–73 times faster. Accuracy: up to half a point less. When "
         "accuracy has held, rank 1 takes 0.16–0.21 s a step. Even then the devices wait: let 4 batches make "
         "one step."},
        {"alexnet at 10", with(starOf(3, 10), "alexnet", 128, kRtx3080),
         "Over 10 Mbps a step spends 4.6 min on gradients, 0.074 s on computing. With PowerSGD rank 4, 380 "
         "times less crosses: 0.73–0.80 s a step, 350–380 times faster. Accuracy: up to half a point less. "
         "When accuracy has held, rank 1 takes 0.22–0.29 s a step. Even then the devices wait: let 3 batches "
         "make one step."},
        {"alexnet at 1000", with(starOf(3, 1000), "alexnet", 128, kRtx3080),
         "Over 1 Gbps a step spends 2.7 s on gradients, 0.074 s on computing. With PowerSGD rank 4, 380 "
         "times less crosses: 0.074–0.081 s a step, 35–37 times faster. Accuracy: up to half a point less."},
        {"vgg16 at 100", with(starOf(3, 100), "vgg16", 32, kRtx3080),
         "Over 100 Mbps a step spends 63 s on gradients, 0.40 s on computing. With PowerSGD rank 4, 410 "
         "times less crosses: 0.40–0.55 s a step, 120–160 times faster. Accuracy: up to half a point less."},
        {"vgg16 at 1000 on small cards", with(starOf(3, 1000), "vgg16", 32, kGtx1060),
         "Over 1 Gbps a step spends 6.2 s on gradients, 2.7 s on computing. With PowerSGD rank 4, 410 times "
         "less crosses: 2.7 s a step, 2.3–3.3 times faster. Accuracy: up to half a point less."},
        {"lenet at 10", with(starOf(3, 10), "lenet", 64, kFourCores),
         "Over 10 Mbps a step spends 2.0 s on gradients, 0.0055 s on computing. With PowerSGD rank 4, 42 "
         "times less crosses: 0.047–0.052 s a step, 38–42 times faster. Accuracy: up to half a point less. "
         "When accuracy has held, rank 1 takes 0.014–0.019 s a step. Even then the devices wait: let 3 "
         "batches make one step."},
        {"lenet at 1000", with(starOf(3, 1000), "lenet", 4096, kFourCores),
         "Over 1 Gbps a step spends 0.019 s on gradients, 0.35 s on computing. They cross while backward "
         "goes on: sending less would gain nothing."},
        {"resnet50 at 1000 on processors", with(starOf(2, 1000), "resnet50", 32, kFourCores),
         "Over 1 Gbps a step spends 0.86 s on gradients, 4.9 s on computing. They cross while backward goes "
         "on: sending less would gain nothing."},
        {"resnet50 at 500", with(starOf(2, 500), "resnet50", 32, kRtx3080),
         "Over 500 Mbps a step spends 1.7 s on gradients, 0.11 s on computing. With PowerSGD rank 4, 67 "
         "times less crosses: 0.11–0.13 s a step, 14–17 times faster. Accuracy: up to half a point less."},
        {"thin layers", with(starOf(4, 10), "mobilenet_v2", 64, kRtx3080),
         "Over 10 Mbps a step spends 18 s on gradients, 0.016 s on computing. With PowerSGD rank 4, 24 times "
         "less crosses: 0.76–0.77 s a step, 23–24 times faster. Accuracy: up to half a point less. When "
         "accuracy has held, rank 1 takes 0.32–0.34 s a step. Even then the devices wait: let 21 batches "
         "make one step."},
        {"small layers", with(starOf(4, 10), "resnet20", 128, kFourCores),
         "Over 10 Mbps a step spends 1.4 s on gradients, 0.20 s on computing. With top-k, 0.1 %, 250 times "
         "less crosses: 0.20 s a step, 7.1–7.8 times faster. Accuracy: a fifth of a point less in a long "
         "training, several points in a short one."},
        {"small layers, many ranks", with(starOf(12, 10), "resnet20", 128, kFourCores),
         "Over 10 Mbps a step spends 1.7 s on gradients, 0.20 s on computing. With PowerSGD rank 4, 10 times "
         "less crosses: 0.20–0.37 s a step, 5.2–8.6 times faster. Accuracy: up to half a point less."},
        {"far away", with(starOf(3, 1000, 40), "lenet", 64, kRtx3080),
         "Over 1 Gbps a step spends 0.34 s on gradients, 0.00012 s on computing. With 50 local steps, 50 "
         "times less crosses: 0.0068–0.0069 s a step, 49–50 times faster. Accuracy: half a point less, from "
         "16 steps on one and a half; more with batch norm on small batches."},
        {"a shared switch", sharedSwitch(with(starOf(3, 1000), "resnet18", 256, kRtx3080), 100),
         "Over 100 Mbps a step spends 16 s on gradients, 0.37 s on computing. With PowerSGD rank 4, 73 times "
         "less crosses: 0.37–0.59 s a step, 28–43 times faster. Accuracy: up to half a point less."},
        {"a ring that crosses twice", badOrder(with(twoSwitches(100), "resnet18", 256, kRtx3080)),
         "Over 100 Mbps a step spends 12 s on gradients, 0.37 s on computing. With PowerSGD rank 4, 73 times "
         "less crosses: 0.37–0.54 s a step, 23–32 times faster. Accuracy: up to half a point less."},
        {"a slow rank", uneven(with(starOf(3, 1000), "resnet18", 64, kGtx1060), 1. / 3),
         "Over 1 Gbps a step spends 0.52 s on gradients, 1.9 s on computing. They cross while backward goes "
         "on: sending less would gain nothing. Ranks differ in speed: shares by speed compute up to 2.3 "
         "times faster."},
        {"one host", onOneHost(with(starOf(4, 10), "resnet18", 64, kGtx1060)),
         "Nothing that is drawn makes a step wait for gradients."},
        {"one rank", alone(with(starOf(2, 10), "resnet18", 64, kGtx1060)), "One rank exchanges nothing."},
    };
}

} // namespace lockstep
