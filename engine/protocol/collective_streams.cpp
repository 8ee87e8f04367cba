// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/collective_streams.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double kBytesPerSecond = 1e9 / 8;
/// Of the wire's time: what may idle before another sum is worth its connections and threads.
constexpr double kBearableIdle = 0.1;
/// Each stream links every member with every other: beyond so many connections of a rank there is one.
constexpr int kMaxConnections = 384;

} // namespace

int streamsFor(double roundTrip, int members, double bytes)
{
    if (members < 2 || bytes <= 0 || (members - 1) * kMaxStreams > kMaxConnections)
        return 1;
    const double sending = bytes / members / kBytesPerSecond;
    const double streams = 1 + roundTrip / 2 / sending;
    return static_cast<int>(std::clamp(std::ceil(streams - kBearableIdle), 1.0, double{kMaxStreams}));
}

} // namespace lockstep
