// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace lockstep {

/// After so many seconds a GPU that is waited for, and neither comes nor fails, counts as stuck. Far more
/// than any step takes, for who is slow is not stuck: what one wait waits for fits the device's memory, which
/// a device goes through in seconds.
inline constexpr double kStandardDeviceSeconds = 300;

/// The same for a training: where something slows everything down, ranks are given more time
/// (training.timeout_seconds), and GPUs as much.
constexpr double deviceSeconds(double timeoutSeconds)
{
    return std::max(kStandardDeviceSeconds, timeoutSeconds);
}

} // namespace lockstep
