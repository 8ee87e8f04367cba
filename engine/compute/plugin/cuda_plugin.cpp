// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/cuda_plugin.h"

#include "engine/compute/plugin/build_facts.h"
#include "engine/core/error.h"

#include <cstdint>
#include <fstream>
#include <sstream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCudaPlugin = "liblockstep_cuda.so";

/// The file that the running code lies in. (/proc/self/exe is the loader where a bundled engine runs through
/// its own.)
fs::path fileOfThisCode()
{
    const auto here = reinterpret_cast<std::uintptr_t>(&fileOfThisCode);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::istringstream fields(line);
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        char dash = 0;
        fields >> std::hex >> begin >> dash >> end;
        if (here >= begin && here < end && line.find('/') != std::string::npos)
            return line.substr(line.find('/'));
    }
    return {};
}

/// Beside the engine, in a bundle as in a build; or where the package puts the bundle.
fs::path pluginFile()
{
    const fs::path folder = fileOfThisCode().parent_path();
    const fs::path beside = folder / kCudaPlugin;
    std::error_code error;
    return fs::exists(beside, error) ? beside : folder.parent_path() / "lib/lockstep/bundle" / kCudaPlugin;
}

const DevicePlugin& cudaPlugin()
{
    static const DevicePlugin plugin(cudaPluginFiles());
    return plugin;
}

} // namespace

PluginFiles cudaPluginFiles()
{
    const SearchPlaces places = thisHost();
    const BuildFacts& facts = buildFacts();
    return {.plugin = pluginFile(),
            .driver = driverLibrary("libcuda.so.1", places),
            .libraries = searchLibraries(neededLibraries(facts.cudaMajor), libraryFolders(places)),
            .build = facts.id};
}

bool hasCudaPlugin()
{
    std::error_code error;
    return buildFacts().cudaMajor != 0 && fs::exists(pluginFile(), error);
}

std::optional<Sentence> cudaObstacle()
{
    if (!hasCudaPlugin())
        return Sentence(LOCKSTEP_TEXT("This build of the engine computes on the CPU only."));
    return missingLibraries(cudaPluginFiles().libraries);
}

const PluginTable& pluginFor(Device device)
{
    if (!hasCudaPlugin())
        throw EngineError(
            ExitCode::DeviceUnavailable,
            {LOCKSTEP_TEXT("The device %1 cannot be used: this build of the engine computes on the "
                           "CPU only. Give the host the device cpu."),
             {toString(device)},
             {}});
    try {
        return cudaPlugin().table();
    } catch (const EngineError& error) {
        throw EngineError(
            error.code(),
            {LOCKSTEP_TEXT("The device %1 cannot be used. %2"), {toString(device), error.error()}, {}});
    }
}

} // namespace lockstep
