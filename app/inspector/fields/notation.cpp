// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/notation.h"

#include "app/document/quantities.h"

#include <QLocale>

namespace lockstep {

const Notation kBandwidthNotation{formatBandwidth, parseBandwidth};
const Notation kLatencyNotation{formatLatency, parseLatency};

QString numberText(double value)
{
    return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace lockstep
