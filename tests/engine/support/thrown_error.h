// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"

#include <gtest/gtest.h>

namespace lockstep::testing {

/// The error that the call throws; a test in which it throws none fails.
template <typename Call>
EngineError thrownBy(const Call& call)
{
    try {
        call();
    } catch (const EngineError& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {ExitCode::Success, {}};
}

} // namespace lockstep::testing
