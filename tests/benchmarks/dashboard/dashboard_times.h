// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

namespace lockstep {

/// Time that this thread has computed, in ms: what a frame costs, whatever else the machine is doing.
double threadMilliseconds();
/// Likewise of all threads.
double processMilliseconds();
/// Prints 50th, 95th and 99th percentile and maximum of times in ms.
void printTimes(const char* what, std::vector<double> milliseconds);

/// The same frames by two clocks, ms: what this thread computed for each, which hardly depends on what else
/// the machine does, and what passed meanwhile, which does.
struct FrameTimes {
    std::vector<double> computed;
    std::vector<double> passed;
};
/// So many frames, or fewer once five seconds were computed. `prepare(i)` is not counted.
FrameTimes measuredFrames(int most, const std::function<void(int)>& prepare,
                          const std::function<void()>& frame);
void printFrames(const char* what, const FrameTimes& frames);

} // namespace lockstep
