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

/// Loads a library of NVIDIA's to ask it for its version, on the scale of NeededLibrary::minimum; 0 where it
/// cannot be loaded or does not tell. It stays loaded.
int loadedVersion(const FoundLibrary& found);
/// Whether the driver's library can be loaded, which it is.
bool hasDriver(const std::filesystem::path& driver);

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
