// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/device_patience.h"
#include "engine/core/error.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace lockstep::cuda {

using DeviceSeconds = std::chrono::duration<double>;

/// Whose work, after how long without it the device counts as stuck, and what ends a wait before. Shared by
/// all that waits for the work of one owner.
struct DevicePatience {
    int device = 0;
    DeviceSeconds limit{kStandardDeviceSeconds};
    /// As ProgramOptions::ended: from then on a wait takes no longer than lastPatience().
    std::function<std::optional<EngineError>()> ended{};
    /// As ProgramOptions::lastWords.
    std::function<ExitCode(const EngineError&)> lastWords{};
};
using SharedPatience = std::shared_ptr<const DevicePatience>;
/// Of work that no run's end concerns.
SharedPatience patienceWith(int device, DeviceSeconds limit = DeviceSeconds(kStandardDeviceSeconds));

/// How long a device is waited for once the run has come to this end: twice as long as the longest wait of
/// this process that has come to its own, and a second at least, or eight after a stop. So the step of a slow
/// device comes to its end, and the checkpoint behind it is written, and one that hangs keeps nobody. Any
/// thread.
DeviceSeconds lastPatience(ExitCode end);
/// That a wait took so long and came to its end. Any thread.
void noteWaited(DeviceSeconds time);

/// When a wait is over that does not come to its end, and what is said of it then.
class WaitLimit {
public:
    /// `factor`: so much more patience than usual; `last`: that it has at least where the run has ended.
    explicit WaitLimit(double factor = 1, DeviceSeconds last = {}) : m_factor(factor), m_last(last) {}
    /// Asked again and again, with what was waited so far; asks whether the run has ended.
    bool isReached(const DevicePatience& patience, DeviceSeconds waited);
    /// Where it is reached, of a wait for `what`: that the device hangs; that the run stopped without it; or,
    /// where the others ended so soon that it may not be this device's fault, why they did.
    EngineError error(int device, const Sentence& what, DeviceSeconds waited) const;

private:
    DeviceSeconds patienceAtTheEnd() const; ///< REQUIRES: there is an m_end

    double m_factor;
    DeviceSeconds m_last;
    std::optional<EngineError> m_end; ///< of the run
    DeviceSeconds m_since{0};         ///< waited by then
    bool m_isStuck = true;            ///< as far as can be told
};

} // namespace lockstep::cuda
