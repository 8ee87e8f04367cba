// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/support/devices.h"

#include <algorithm>

namespace lockstep::testing {

/// A program on the device that the suites run on, with that device: what a Program must do is asked of this.
class DeviceProgram {
public:
    /// Compiles for testDevice(), in its precision unless another one than f32 is asked for.
    DeviceProgram(const Graph& graph, ProgramOptions options);

    Program& operator*() const { return *m_program; }
    Program* operator->() const { return m_program.get(); }
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training) const
    {
        return m_device->makeOptimizer(training, *m_program);
    }

private:
    std::unique_ptr<TrainingDevice> m_device; ///< before the program, which may need it to the end
    std::unique_ptr<Program> m_program;
};

/// A tolerance that is right for the CPU in f32, or the device's own where that is wider.
inline double onTestDevice(double tolerance)
{
    return std::max(tolerance, testDevice().tolerance);
}

} // namespace lockstep::testing
