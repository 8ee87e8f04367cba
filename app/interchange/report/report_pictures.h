// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/report/run_report.h"
#include "app/metrics/metric_store.h"

namespace lockstep {

/// What a run is looked at by first: loss, accuracy, rate, where the time of a step goes, the load of GPUs,
/// each as far as there are numbers. Light whatever the window looks like. GUI thread.
QVector<ReportPicture> curvePictures(const MetricStore& store, int expectedEpochs);

/// The cluster as it was drawn, without addresses. None where there are only hosts that take no part. GUI
/// thread.
QVector<ReportPicture> clusterPictures(const Experiment& experiment);

} // namespace lockstep
