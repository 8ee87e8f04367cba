// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/step_model.h"
#include "app/problems/find_problems.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// What the forecast of an experiment depends on. How quick devices are is told by their hosts' reports, else
/// by what people wrote about the hosts. `samples`: of an epoch, where the data have been seen.
ForecastInput forecastInput(const Experiment& experiment, const ModelCosts& costs, const HostReports& reports,
                            std::optional<std::int64_t> samples = std::nullopt);

} // namespace lockstep
