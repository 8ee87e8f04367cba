// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/training_device.h"

#include <string>
#include <vector>

/// The one place that says on what devices the bodies of tests run.
namespace lockstep::testing {

struct TestDevice {
    std::string name; ///< "cpu", "shadow", "emulated", "cuda:0"
    DeviceFactory make;
    Precision precision = Precision::Float32;
    /// How far results may be from the CPU's in f32, relative to their norm; 0: not a bit.
    double tolerance = 0;
};

/// GPUs are given work ahead and tell their own seconds; a processor's, and its shadow's, are the caller's.
bool tellsSeconds(const TestDevice& device);
/// GPUs compute in bf16; this host's processor, and its shadow, where it has a unit for it.
bool servesBfloat16(const TestDevice& device);

/// All that every host can serve.
std::vector<TestDevice> testDevices();
/// One of them, or a device by its own name ("cuda:0") where the host has it.
TestDevice testDevice(const std::string& name);
/// The one that the suites run on: LOCKSTEP_TEST_DEVICE of the environment, else the CPU.
TestDevice testDevice();

} // namespace lockstep::testing
