// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/plugin/device_plugin.h"

#include <optional>

namespace lockstep {

/// Those of the plug-in for NVIDIA's GPUs on this host.
PluginFiles cudaPluginFiles();
/// Whether this build has that plug-in, and it lies where the engine expects it.
bool hasCudaPlugin();
/// Why GPUs could not be used on this host, as far as its files tell: nothing is loaded. Nothing where they
/// may.
std::optional<Sentence> cudaObstacle();

/// The one of this process, loaded when it is first asked for. Thread-safe. The error names the device.
const PluginTable& pluginFor(Device device);

} // namespace lockstep
