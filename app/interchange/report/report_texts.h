// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>

/// How a report says numbers, times, and the words of others.
namespace lockstep {

/// "97.53 %"; empty: not known.
QString reportPercent(std::optional<double> share);
/// "0.3512"; empty: not known.
QString reportLoss(std::optional<double> loss);
/// Local time with seconds and the distance from UTC, for readers elsewhere; empty: 0.
QString reportTime(std::int64_t ms);
/// Words of anyone else: inert, and no longer than a reader would read.
QString reportWords(const QString& words);
QString reportWords(const std::string& words);

} // namespace lockstep
