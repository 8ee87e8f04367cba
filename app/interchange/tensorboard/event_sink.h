// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/metric_export.h"

namespace lockstep::tensorboard {

/// A folder as TensorBoard takes it: below it one folder for each rank ("rank-0"), which TensorBoard shows as
/// a run, with an event file. A metric is a scalar by the name "step/loss"; its step is the step or epoch of
/// the number, from 1. An error when there is something at `folder` already.
Result<std::unique_ptr<MetricSink>> openEvents(const QString& folder);

} // namespace lockstep::tensorboard
