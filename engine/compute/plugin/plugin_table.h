// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <cstdint>
#include <memory>

namespace lockstep {

class ComputeBackend;
class TrainingDevice; // of engine/train, which asks for it; passed on here

/// Counts up when PluginTable changes.
inline constexpr std::uint32_t kPluginAbi = 1;

/// All that the engine asks of a plug-in for devices; constant. What it makes is the plug-in's code and works
/// as long as that is loaded. Exceptions (EngineError) cross, since both are of one build.
struct PluginTable {
    std::uint32_t abi; ///< first, whatever follows: an engine reads it of plug-ins that it refuses
    const char* build; ///< second, likewise; buildFacts().id of the plug-in
    std::unique_ptr<ComputeBackend> (*makeBackend)(Device device);
    std::unique_ptr<TrainingDevice> (*makeTrainingDevice)(Device device);
};

/// The one symbol of a plug-in's library.
inline constexpr const char* kPluginFactory = "lockstep_device_plugin";
using PluginFactory = const PluginTable* (*)();

} // namespace lockstep
