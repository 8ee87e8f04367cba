// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockstep {

/// What `resume` of a launch and of a roll call may say besides the name of a checkpoint (run_files.h): the
/// newest one that verifies.
inline constexpr std::string_view kResumeLatest = "latest";

} // namespace lockstep
