// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cli/subcommand.h"
#include "engine/core/error.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep {

/// What a command prints; it is expected to succeed.
inline std::string outputOf(const std::vector<std::string>& words)
{
    ::testing::internal::CaptureStdout();
    ExitCode code = ExitCode::Failure;
    try {
        code = runCommandLine(words);
    } catch (...) {
        ::testing::internal::GetCapturedStdout();
        throw;
    }
    EXPECT_EQ(code, ExitCode::Success);
    return ::testing::internal::GetCapturedStdout();
}

/// What a command that must fail with this code says.
inline std::string errorOf(const std::vector<std::string>& words, ExitCode code)
{
    try {
        outputOf(words);
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), code);
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

} // namespace lockstep
