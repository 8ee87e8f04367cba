// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"

#include <cmath>

namespace lockstep {

/// Steps of a rank, each with this loss.
inline void addSteps(MetricStore& store, int rank, std::int64_t from, std::int64_t to, double loss)
{
    std::vector<Record> records;
    for (std::int64_t i = from; i < to; ++i) {
        StepFinished event;
        event.step = i;
        event.loss = loss;
        records.push_back({static_cast<std::uint64_t>(i), 0, 0, event});
    }
    store.append(rank, records);
}

/// Epochs as every rank reports them, counted from 0: the training loss halves, the accuracy rises by a
/// tenth.
inline void addEpochs(MetricStore& store, int rank, int epochs)
{
    std::vector<Record> records;
    for (int i = 0; i < epochs; ++i) {
        EpochFinished finished;
        finished.epoch = i;
        finished.loss = std::ldexp(2.0, -i);
        Evaluated evaluated;
        evaluated.set = "validation";
        evaluated.epoch = i;
        evaluated.top1 = 0.125 * (i + 1);
        records.push_back({0, 0, 0, finished});
        records.push_back({0, 0, 0, evaluated});
    }
    store.append(rank, records);
}

} // namespace lockstep
