// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/program.h"

#include "engine/core/error.h"

namespace lockstep {

LossResult Program::lossBefore(int forwards)
{
    LOCKSTEP_CHECK(forwards == 0);
    return loss();
}

std::optional<ComputeSeconds> Program::secondsBefore(int)
{
    return std::nullopt;
}

} // namespace lockstep
