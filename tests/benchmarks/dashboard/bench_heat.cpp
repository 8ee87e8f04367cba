// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/heat_map.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include <QCoreApplication>
#include <string>

namespace lockstep {

namespace {

/// Every fiftieth step is slow, every seventh rank waits longer.
MetricTable timesOf(int ranks, std::int64_t steps)
{
    MetricTable table;
    for (int rank = 0; rank < ranks; ++rank) {
        for (std::int64_t step = 1; step <= steps; ++step) {
            const double whole = step % 50 == 0 ? 0.05 : 0.02;
            table.append(rank, Metric::StepSeconds, step, whole);
            table.append(rank, Metric::NetworkSeconds, step, rank % 7 == 0 ? whole / 2 : whole / 20);
        }
    }
    return table;
}

} // namespace

void benchHeat(int ranks, std::int64_t steps)
{
    MetricStore store;
    store.replace(timesOf(ranks, steps));
    HeatMap map(store);
    map.resize(1280, 800);
    map.show();
    QCoreApplication::processEvents();
    for (const auto& [value, name] :
         {std::pair(HeatValue::Step, "whole steps"), std::pair(HeatValue::OwnWork, "own work")}) {
        std::vector<double> turns;
        std::vector<double> pictures;
        for (int i = 0; i < 60; ++i) {
            const double began = threadMilliseconds();
            map.setValue(value); // makes it anew
            map.repaint();
            turns.push_back(threadMilliseconds() - began);
            while (!map.isWhole()) {
                const double before = threadMilliseconds();
                QCoreApplication::processEvents();
                turns.push_back(threadMilliseconds() - before);
            }
            pictures.push_back(threadMilliseconds() - began);
        }
        const std::string what =
            "heat map, " + std::to_string(ranks) + " ranks x " + std::to_string(steps) + ", " + name;
        printTimes((what + ", a turn").c_str(), turns);
        printTimes((what + ", the picture").c_str(), pictures);
    }
}

} // namespace lockstep
