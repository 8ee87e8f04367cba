// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/device_program.h"

namespace lockstep::testing {

DeviceProgram::DeviceProgram(const Graph& graph, ProgramOptions options)
{
    const TestDevice device = testDevice();
    if (options.precision == Precision::Float32)
        options.precision = device.precision;
    m_device = device.make({});
    m_program = m_device->compile(graph, options);
}

} // namespace lockstep::testing
