// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/library_search.h"

#include <algorithm>
#include <cstdio>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// From CUDA 13 on, the packages of the toolkit's own libraries have no suffix.
std::string toolkitPackage(const std::string& name, int cudaMajor)
{
    return cudaMajor < 13 ? name + "-cu" + std::to_string(cudaMajor) : name;
}

/// "9.10.2" and whatever follows it, on the scale of NeededLibrary::minimum; 0 where it is no version.
int parseVersion(const std::string& text)
{
    int major = 0;
    int minor = 0;
    int patch = 0;
    if (std::sscanf(text.c_str(), "%4d.%2d.%2d", &major, &minor, &patch) < 2)
        return 0;
    return major * 10000 + minor * 100 + patch;
}

/// Of the Python package whose folder nvidia/PART/lib this is: "nvidia_cudnn_cu13-9.10.2.21.dist-info" says
/// it. The folder of the toolkit's own parts is shared by packages of several versions.
int versionOfPackage(const fs::path& folder)
{
    const std::string part = folder.parent_path().filename().string();
    const fs::path packages = folder.parent_path().parent_path().parent_path();
    const std::string prefix = "nvidia_" + part + "_cu";
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(packages, error)) {
        const std::string name = entry.path().filename().string();
        const std::size_t dash = name.find('-');
        if (name.starts_with(prefix) && name.ends_with(".dist-info") && dash != std::string::npos)
            return parseVersion(name.substr(dash + 1));
    }
    return 0;
}

bool isTooOld(const NeededLibrary& library, const fs::path& path)
{
    if (library.minimum == 0)
        return false;
    const int version = versionByName(path);
    return version != 0 && version < library.minimum;
}

bool hasCompanions(const NeededLibrary& library, const fs::path& folder)
{
    std::error_code error;
    return std::all_of(library.companions.begin(), library.companions.end(),
                       [&](const std::string& file) { return fs::exists(folder / file, error); });
}

} // namespace

std::vector<NeededLibrary> neededLibraries(int cudaMajor)
{
    const std::string major = std::to_string(cudaMajor);
    const std::string cublas = toolkitPackage("nvidia-cublas", cudaMajor);
    return {
        {.name = "NVRTC",
         .file = "libnvrtc.so." + major,
         .package = toolkitPackage("nvidia-cuda-nvrtc", cudaMajor),
         .required = false,
         .companionPrefix = "libnvrtc-builtins.so." + major + "."},
        {.name = "cuBLASLt",
         .file = "libcublasLt.so." + major,
         .package = cublas,
         .minimum = cudaMajor * 10000,
         .versionFunction = "cublasLtGetVersion"},
        {.name = "cuBLAS", .file = "libcublas.so." + major, .package = cublas, .minimum = cudaMajor * 10000},
        {.name = "cuDNN",
         .file = "libcudnn.so.9",
         .package = "nvidia-cudnn-cu" + major,
         .minimum = 90100,
         .versionFunction = "cudnnGetVersion",
         .companions = {"libcudnn_graph.so.9", "libcudnn_ops.so.9", "libcudnn_cnn.so.9",
                        "libcudnn_heuristic.so.9", "libcudnn_engines_precompiled.so.9",
                        "libcudnn_engines_runtime_compiled.so.9"}},
        {.name = "NCCL",
         .file = "libnccl.so.2",
         .package = "nvidia-nccl-cu" + major,
         .minimum = 21800,
         .versionFunction = "ncclGetVersion",
         .versionByPointer = true,
         .required = false,
         .forGroups = true},
    };
}

std::string versionText(int version)
{
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
}

int versionByName(const fs::path& library)
{
    std::error_code error;
    const std::string name = fs::canonical(library, error).filename().string();
    const std::size_t suffix = name.find(".so.");
    const int version = suffix == std::string::npos ? 0 : parseVersion(name.substr(suffix + 4));
    return version != 0 ? version : versionOfPackage(library.parent_path());
}

LibrarySearch searchLibraries(const std::vector<NeededLibrary>& needed, const std::vector<fs::path>& folders)
{
    LibrarySearch search;
    for (const NeededLibrary& library : needed) {
        const auto holds = [&](const fs::path& folder) {
            std::error_code error;
            return fs::exists(folder / library.file, error) && hasCompanions(library, folder) &&
                   !isTooOld(library, folder / library.file);
        };
        const auto place = std::find_if(folders.begin(), folders.end(), holds);
        if (place != folders.end())
            search.found.push_back({library, *place / library.file});
        else
            (library.required ? search.missing : search.unfound).push_back(library);
    }
    return search;
}

std::string fetchCommand(const std::vector<NeededLibrary>& libraries)
{
    std::vector<std::string> packages;
    for (const NeededLibrary& library : libraries) {
        if (std::find(packages.begin(), packages.end(), library.package) == packages.end())
            packages.push_back(library.package);
    }
    std::string command = "python3 -m pip install --target ~/.lockstep/cuda";
    for (const std::string& package : packages)
        command += " " + package;
    return command;
}

std::optional<Sentence> missingLibraries(const LibrarySearch& search)
{
    if (search.missing.empty())
        return std::nullopt;
    std::vector<Sentence> names;
    for (const NeededLibrary& library : search.missing)
        names.push_back(library.name + " " + versionText(library.minimum) + " (" + library.file + ")");
    return Sentence(
        LOCKSTEP_TEXT(
            "These libraries of NVIDIA were not found, each in this version or a newer one with "
            "the same file name: %1. Get them with: %2. Where they are elsewhere, name their folders "
            "in the variable LOCKSTEP_CUDA_LIBRARIES."),
        {inARow(std::move(names), ", "), fetchCommand(search.missing)});
}

} // namespace lockstep
