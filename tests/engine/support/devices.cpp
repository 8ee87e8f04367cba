// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/devices.h"

#include "engine/compute/cpu/lowering/graph_program.h"
#include "tests/engine/support/shadow_device.h"

#include <cstdlib>
#include <stdexcept>

namespace lockstep::testing {
namespace {

std::unique_ptr<TrainingDevice> makeShadow(Device)
{
    return std::make_unique<ShadowDevice>();
}

} // namespace

std::vector<TestDevice> testDevices()
{
    // A row for each; a plug-in's device is one more: its name, how it is made, its precision and tolerance.
    std::vector<TestDevice> devices = {{"cpu", makeTrainingDevice}, {"shadow", makeShadow}};
    if (!bfloat16Unit().empty()) {
        devices.push_back({"cpu_bf16", makeTrainingDevice, Precision::BFloat16, 0.08});
        devices.push_back({"shadow_bf16", makeShadow, Precision::BFloat16, 0.08});
    }
    return devices;
}

TestDevice testDevice()
{
    const char* wanted = std::getenv("LOCKSTEP_TEST_DEVICE");
    for (const TestDevice& device : testDevices())
        if (device.name == (wanted != nullptr ? wanted : "cpu"))
            return device;
    throw std::runtime_error(std::string("LOCKSTEP_TEST_DEVICE: there is no device ") + wanted);
}

} // namespace lockstep::testing
