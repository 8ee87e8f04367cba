// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/graph_program.h"
#include "engine/core/error.h"

#include <gtest/gtest.h>

namespace lockstep {

/// Whether this processor has no unit for the precision. Then `compile`, which wants to compute in it, must
/// be refused by name, and that is all there is to see.
template <typename Compile>
bool isRefused(Precision precision, Compile&& compile)
{
    if (precision != Precision::BFloat16 || !bfloat16Unit().empty())
        return false;
    try {
        compile();
        ADD_FAILURE() << "bf16 was not refused";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable) << error.what();
    }
    return true;
}

} // namespace lockstep
