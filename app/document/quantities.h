// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QString>
#include <vector>

namespace lockstep {

/// How people read and write bandwidths; documents always hold bits.
enum class RateUnit { Bits, Bytes };
/// For the whole program, from its settings. Bits at first.
void setRateUnit(RateUnit unit);
RateUnit rateUnit();

/// "10 Mbps", "1 Gbps", "2.5 Gbps": the largest unit that needs no leading zero. Takes megabits per second.
QString formatBandwidth(double mbps);
/// Reads a bandwidth into megabits per second. Units: bps, kbps, Mbps, Gbps, Tbps, also as Mbit/s, Mb/s or M;
/// without one, Mbps. Powers of ten. When rates are in bytes: "1.25 MB/s", and without a unit, MB/s; the
/// units of bits are understood all the same.
Result<double> parseBandwidth(const QString& text);

/// "0.1 ms", "2 s", "50 us". Takes milliseconds.
QString formatLatency(double milliseconds);
/// Reads a latency into milliseconds. Units: us, ms, s; without one, ms.
Result<double> parseLatency(const QString& text);

/// "0, 1", "0-3", "0-1, 4": ranks in ascending order.
QString formatRanks(const std::vector<int>& ranks);

} // namespace lockstep
