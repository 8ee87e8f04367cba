// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/delivery/delivery_plan.h"

#include <QString>

namespace lockstep {

/// "this computer → gpu-1 → gpu-2", for people, as it may stand on a line of a terminal too.
QString chainText(const DeliveryPlan& plan, const Topology& topology);
/// What the drawing expects of both ways; empty where it does not tell.
QString expectationText(const DeliveryPlan& plan);
/// "12 MB of 60 MB", and from which host where it is not this computer.
QString copiedText(int from, qint64 done, qint64 total, const Topology& topology);
/// "engine: 12 MB of 60 MB".
QString engineText(qint64 done, qint64 total);
/// What a host waits for that gets them from another one.
QString waitingText(int from, const Topology& topology);
/// How a host came to have the data. `from`: as DataDelivery::hostDone has it.
QString arrivedText(bool hadThem, int from, const Topology& topology);

} // namespace lockstep
