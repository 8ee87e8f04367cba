// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/plugin_table.h"
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/train/training_device.h"

#include <cstddef>

/// A plug-in that calls a library which has to be there before it, and makes nothing but exceptions.

extern "C" std::size_t cudnnGetVersion();

namespace lockstep {
namespace {

std::unique_ptr<ComputeBackend> makeBackend(Device device)
{
    throw EngineError(ExitCode::OutOfMemory,
                      {"%1 has version %2", {toString(device), std::to_string(cudnnGetVersion())}, "a.key"},
                      3);
}

std::unique_ptr<TrainingDevice> makeTrainingDevice(Device)
{
    throw std::out_of_range("of the standard library");
}

constexpr PluginTable kTable{LOCKSTEP_STUB_ABI, LOCKSTEP_STUB_BUILD, makeBackend, makeTrainingDevice};

} // namespace
} // namespace lockstep

extern "C" __attribute__((visibility("default"))) const lockstep::PluginTable* lockstep_device_plugin()
{
    return &lockstep::kTable;
}
