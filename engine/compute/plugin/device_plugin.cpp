// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/device_plugin.h"

#include "engine/core/error.h"

#include <dlfcn.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(Sentence sentence)
{
    throw EngineError(ExitCode::DeviceUnavailable,
                      {std::move(sentence.text), std::move(sentence.arguments), {}});
}

template <typename Function>
Function symbolOf(void* library, const std::string& name)
{
    return reinterpret_cast<Function>(::dlsym(library, name.c_str()));
}

/// Never closed again.
void* load(const fs::path& path, int scope)
{
    return ::dlopen(path.c_str(), RTLD_NOW | scope);
}

std::string loaderMessage()
{
    const char* const message = ::dlerror();
    return message == nullptr ? "" : message;
}

/// Parts of the driver that others ask the loader for by name alone, at their time: NCCL for the management
/// library, the driver for its compiler. Where the driver lies in a folder that the loader does not know,
/// they find what is loaded already.
void loadPartsBeside(const fs::path& driver)
{
    if (!driver.has_parent_path())
        return;
    for (const char* part : {"libnvidia-ml.so.1", "libnvidia-nvvm.so.4", "libnvidia-ptxjitcompiler.so.1"})
        load(driver.parent_path() / part, RTLD_LOCAL);
}

void loadDriver(const fs::path& driver)
{
    if (load(driver, RTLD_GLOBAL) == nullptr)
        refuse({LOCKSTEP_TEXT(
                    "There is no driver for NVIDIA's GPUs on this host (%1). Install it until nvidia-smi "
                    "shows the GPU, or choose the device cpu."),
                {loaderMessage()}});
    loadPartsBeside(driver);
}

/// 0 where it cannot be told.
int versionOf(void* library, const NeededLibrary& needed)
{
    if (needed.versionFunction.empty())
        return 0;
    if (needed.versionByPointer) {
        const auto tell = symbolOf<int (*)(int*)>(library, needed.versionFunction);
        int version = 0;
        return tell != nullptr && tell(&version) == 0 ? version : 0;
    }
    const auto tell = symbolOf<std::size_t (*)()>(library, needed.versionFunction);
    return tell == nullptr ? 0 : static_cast<int>(tell());
}

/// For all that is loaded after it, which names it without a folder.
void loadLibrary(const FoundLibrary& found)
{
    void* const library = load(found.path, RTLD_GLOBAL);
    if (library == nullptr)
        refuse({LOCKSTEP_TEXT("NVIDIA's library %1 was found, but could not be loaded: %2"),
                {found.path.string(), loaderMessage()}});
    const int version = versionOf(library, found.library);
    if (version != 0 && version < found.library.minimum)
        refuse({LOCKSTEP_TEXT("%1 is %2 %3, but version %4 or newer is needed. Get it with: %5."),
                {found.path.string(), found.library.name, versionText(version),
                 versionText(found.library.minimum), fetchCommand({found.library})}});
}

const PluginTable* openPlugin(const PluginFiles& files)
{
    const std::string path = files.plugin.string();
    void* const library = load(files.plugin, RTLD_LOCAL);
    if (library == nullptr)
        refuse({LOCKSTEP_TEXT("The engine's plug-in for GPUs, %1, could not be loaded: %2"),
                {path, loaderMessage()}});
    const auto factory = symbolOf<PluginFactory>(library, kPluginFactory);
    if (factory == nullptr)
        refuse({LOCKSTEP_TEXT(
                    "The file %1 is no plug-in of this engine. Deploy the engine again, with all of its "
                    "files."),
                {path}});
    const PluginTable* const table = factory();
    if (table->abi != kPluginAbi || files.build != table->build)
        refuse({LOCKSTEP_TEXT(
                    "The plug-in %1 belongs to another build of the engine: it is of %2, the engine of %3. "
                    "Deploy the engine again, with all of its files."),
                {path, table->build, files.build}});
    return table;
}

} // namespace

int loadedVersion(const FoundLibrary& found)
{
    void* const library = load(found.path, RTLD_GLOBAL);
    return library == nullptr ? 0 : versionOf(library, found.library);
}

bool hasDriver(const fs::path& driver)
{
    return load(driver, RTLD_GLOBAL) != nullptr;
}

DevicePlugin::DevicePlugin(const PluginFiles& files)
{
    loadDriver(files.driver);
    if (const auto missing = missingLibraries(files.libraries))
        refuse(*missing);
    for (const FoundLibrary& found : files.libraries.found)
        loadLibrary(found);
    m_table = openPlugin(files);
}

} // namespace lockstep
