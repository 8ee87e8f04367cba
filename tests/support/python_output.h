// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace lockstep {

/// What a script of tests/support prints, run with Debian's Python and PyTorch; it is expected to succeed.
inline std::string pythonOutput(const std::string& scriptAndArguments)
{
    const std::string command =
        "/usr/bin/python3 -B " LOCKSTEP_SOURCE_DIR "/tests/support/" + scriptAndArguments + " 2>&1";
    FILE* output = ::popen(command.c_str(), "r");
    std::string text;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output))
        text += static_cast<char>(c);
    EXPECT_EQ(::pclose(output), 0) << text;
    return text;
}

} // namespace lockstep
