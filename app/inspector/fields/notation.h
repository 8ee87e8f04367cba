// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QString>

namespace lockstep {

/// How people write a quantity, with its unit.
struct Notation {
    QString (*format)(double value);
    Result<double> (*parse)(const QString& text);
};

extern const Notation kBandwidthNotation; ///< of megabits per second
extern const Notation kLatencyNotation;   ///< of milliseconds

/// A number as the document has it, with every digit it needs and none more.
QString numberText(double value);

} // namespace lockstep
