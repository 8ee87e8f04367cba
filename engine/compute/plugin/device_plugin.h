// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/plugin/library_search.h"
#include "engine/compute/plugin/plugin_table.h"

#include <filesystem>
#include <string>

namespace lockstep {

/// What is loaded for the devices of a plug-in.
struct PluginFiles {
    std::filesystem::path plugin;
    std::filesystem::path driver; ///< the driver's library: a path, or a name that the loader knows
    LibrarySearch libraries;
    std::string build; ///< the plug-in's has to be this
};

/// A plug-in with everything that it needs, loaded. Throws EngineError(DeviceUnavailable) that names the
/// driver, library or build that is wrong and says how to mend it. It stays loaded until the process ends:
/// what it made and threw, and the threads of NVIDIA's libraries, outlive any object.
class DevicePlugin {
public:
    explicit DevicePlugin(const PluginFiles& files);
    const PluginTable& table() const { return *m_table; }

private:
    const PluginTable* m_table;
};

} // namespace lockstep
