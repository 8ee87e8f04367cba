// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/backend.h"
#include "engine/compute/plugin/build_facts.h"
#include "engine/compute/plugin/plugin_table.h"
#include "engine/train/cuda/training_device.h"

namespace lockstep {
namespace {

std::unique_ptr<ComputeBackend> makeBackend(Device device)
{
    return cuda::makeBackend(device.index);
}

std::unique_ptr<TrainingDevice> makeDevice(Device device)
{
    return cuda::makeTrainingDevice(device.index);
}

} // namespace
} // namespace lockstep

extern "C" const lockstep::PluginTable* lockstep_device_plugin()
{
    using namespace lockstep;
    static const PluginTable table{kPluginAbi, buildFacts().id, makeBackend, makeDevice};
    return &table;
}
