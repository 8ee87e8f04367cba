// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/run_blame.h"

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>

namespace lockstep {

/// Hosts h0, h1, ... with a rank each, at a switch, over links of so many Mbit/s.
Experiment star(int hosts, std::optional<double> mbps);

/// What the ranks of a run do in a step, before noise.
struct Made {
    int ranks = 3;
    double compute = 0.1;
    double exchange = 0.02;            ///< that even the last rank waits
    double noise = 0.05;               ///< relative, of each part
    std::map<int, double> slowdown{};  ///< of a rank's computing
    std::map<int, double> dataWaits{}; ///< of a rank, s
};

/// A run that is made up: its steps are drawn, so what must be said of it is known.
class MadeRun {
public:
    MadeRun(Made made, unsigned seed) : m_made(std::move(made)), m_random(seed) {}

    /// Steps of all ranks that march in step: who is early waits for the last.
    void tell(RunBlame& blame, int steps);
    template <typename Event>
    void tellOne(RunBlame& blame, int rank, const Event& event, double now = 0)
    {
        const Record record{0, 0, 0, event};
        blame.take(rank, {&record, 1}, now);
    }

private:
    double factor();

    Made m_made;
    std::mt19937 m_random;
    std::int64_t m_step = 0;
};

/// What is named of what has been told, while all ranks are heard and tell nothing new.
Culprit settled(RunBlame& blame);

/// One flow as a rank's kernel tells of it, over ten seconds.
LinksMeasured flow(int peer, double busyFraction, double mbps, double receiverFraction = 0);

} // namespace lockstep
