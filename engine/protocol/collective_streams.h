// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep {

/// Sums over ranks that are under way at once, at most.
inline constexpr int kMaxStreams = 3;

/// How many sums over `members` (ranks, or hosts where their ranks add up first) should be under way at once,
/// 1 ... kMaxStreams, so that the network does not idle while the messages of one are on their way. Each of
/// the messages of a ring waits for the one before: a sum of `bytes` fills the wire for bytes / members /
/// rate of every half round trip and that time together. The rate is taken for 1 Gbit/s: on a slower network
/// one sum alone leaves less idle, and several cost it nothing.
///
/// `roundTrip`: of the farthest two that exchange messages, s. The same for the engine and for whoever
/// forecasts its steps.
int streamsFor(double roundTrip, int members, double bytes);

} // namespace lockstep
