// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/cuda/impatient_device.h"

#include "tests/engine/support/devices.h"

namespace lockstep::testing {

ImpatientDevice::ImpatientDevice(int index, double seconds)
    : m_seconds(seconds), m_inner(testDevice("emulated").make({DeviceKind::Cuda, index}))
{
}

std::unique_ptr<Program> ImpatientDevice::compile(const Graph& graph, const ProgramOptions& options)
{
    ProgramOptions changed = options;
    changed.deviceSeconds = m_seconds;
    return m_inner->compile(graph, changed);
}

} // namespace lockstep::testing
