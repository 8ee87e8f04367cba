// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/step_model.h"

#include <string>
#include <vector>

namespace lockstep {

/// A drawing, and what it has to be told.
struct AdviceCase {
    const char* name;
    ForecastInput input;
    std::string sentence;
};
std::vector<AdviceCase> adviceCases();

} // namespace lockstep
