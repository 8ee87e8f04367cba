// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/compute/plugin/build_facts.h"
#include "engine/compute/plugin/cuda_plugin.h"
#include "engine/compute/plugin/library_packages.h"
#include "engine/core/error.h"
#include "engine/core/sha256.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sys/utsname.h>

namespace lockstep {
namespace {

int versionOf(const FoundLibrary& found)
{
    const int told = versionByName(found.path);
    return told != 0 ? told : loadedVersion(found);
}

GpuLibraries librariesHere()
{
    GpuLibraries libraries;
    if (hasCudaPlugin()) {
        const PluginFiles files = cudaPluginFiles();
        libraries = packagesOf(files.libraries, versionOf);
        libraries.cuda = std::to_string(buildFacts().cudaMajor);
        libraries.hasDriver = hasDriver(files.driver);
    }
    utsname names{};
    ::uname(&names);
    libraries.machine = names.machine;
    return libraries;
}

std::string digestOf(const std::string& path)
{
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    std::ifstream file(path, std::ios::binary);
    std::string block(kBlock, '\0');
    Sha256 hash;
    while (file.read(block.data(), kBlock) || file.gcount() > 0)
        hash.update(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())));
    if (!file.eof())
        throw EngineError(ExitCode::Failure,
                          {LOCKSTEP_TEXT("Cannot read %1: %2."), {path, std::strerror(errno)}, {}});
    return hash.hexadecimal();
}

ExitCode tellLibraries(const Arguments& arguments)
{
    GpuLibraries libraries = librariesHere();
    if (arguments.has("--digests"))
        for (GpuPackage& package : libraries.found)
            for (GpuLibraryFile& file : package.files)
                file.sha256 = digestOf(file.path);
    std::cout << toJson(libraries) << std::endl;
    return ExitCode::Success;
}

} // namespace

Subcommand librariesCommand()
{
    Subcommand command;
    command.name = "libraries";
    command.summary =
        "Prints which of NVIDIA's libraries this host has, and which are missing, as one JSON object.";
    command.options = {{"--digests", "", "Reads every file and adds its SHA-256."}};
    command.run = tellLibraries;
    return command;
}

} // namespace lockstep
