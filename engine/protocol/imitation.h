// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep {

/// A variable in the environment of the engine on a host: its ranks on processors compute a few passes, in
/// turns by the file that it names, and imitate all further ones by waiting as long. FORMAT.md, section 5.
inline constexpr const char* kImitateCompute = "LOCKSTEP_IMITATE_COMPUTE";

/// Another: as long as the file that it names is there, the ranks' training data come at half the rate at
/// which they were taken before.
inline constexpr const char* kSlowData = "LOCKSTEP_SLOW_DATA";

} // namespace lockstep
