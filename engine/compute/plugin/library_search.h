// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/sentence.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Where a host has NVIDIA's libraries. Nothing is loaded here.
namespace lockstep {

/// A library that the plug-in calls.
struct NeededLibrary {
    std::string name;    ///< as people know it: "cuDNN"
    std::string file;    ///< "libcudnn.so.9"
    std::string package; ///< of PyPI: "nvidia-cudnn-cu13"
    /// major * 10000 + minor * 100 + patch: what the plug-in calls is there since then
    int minimum = 0;
    /// Tells the version, on that scale: a function without arguments, or one that takes an int*.
    std::string versionFunction{};
    bool versionByPointer = false;
    bool required = true;   ///< else only groups of several ranks, or some plans, want it
    bool forGroups = false; ///< groups of several ranks want it
    /// Files of the same folder that it loads by itself, when they are first called for.
    std::vector<std::string> companions{};
    /// The same, of a name that only begins so: a minor version follows.
    std::string companionPrefix{};
};

/// For a plug-in that was built with this major version of the CUDA toolkit, in the order of loading.
std::vector<NeededLibrary> neededLibraries(int cudaMajor);
/// "9.10.2"
std::string versionText(int version);

/// This host, or a part of it in tests.
struct SearchPlaces {
    std::filesystem::path root = "/";                      ///< in front of absolute folders of the system
    std::function<const char*(const char*)> environment{}; ///< as std::getenv
    std::string builtFolders{};                            ///< BuildFacts::cudaFolders
};
SearchPlaces thisHost();

/// The folders that may hold them, most particular first: those named by LOCKSTEP_CUDA_LIBRARIES, the
/// loader's (LD_LIBRARY_PATH), a toolkit's (CUDA_HOME, CUDA_PATH), Python environments (VIRTUAL_ENV,
/// CONDA_PREFIX),
/// ~/.lockstep/cuda, the user's and the system's Python packages, toolkits below /usr/local and /opt, the
/// folders of the system, those of the build, and, the newest first, what another computer put below
/// $LOCKSTEP_HOME/libraries or ~/.lockstep/libraries. Each is there, and each once.
std::vector<std::filesystem::path> libraryFolders(const SearchPlaces& places);

struct FoundLibrary {
    NeededLibrary library;
    std::filesystem::path path;
};
struct LibrarySearch {
    std::vector<FoundLibrary> found;
    std::vector<NeededLibrary> missing;   ///< required ones
    std::vector<NeededLibrary> unfound{}; ///< the others
};
/// The version of a library as far as files tell it: the name of the file that it leads to
/// ("libnccl.so.2.28.9"), else that of the Python package that it lies in; 0: they do not.
int versionByName(const std::filesystem::path& library);
/// The first place of each, one that is known to be too old left out.
LibrarySearch searchLibraries(const std::vector<NeededLibrary>& needed,
                              const std::vector<std::filesystem::path>& folders);

/// The driver's library of this name, where the loader of a bundled engine would not look for it; else the
/// name itself, for the loader to find.
std::filesystem::path driverLibrary(const std::string& name, const SearchPlaces& places);

/// "pip install" for these.
std::string fetchCommand(const std::vector<NeededLibrary>& libraries);
/// What is missing, in which version, and how to get it; nothing where all are there.
std::optional<Sentence> missingLibraries(const LibrarySearch& search);

} // namespace lockstep
