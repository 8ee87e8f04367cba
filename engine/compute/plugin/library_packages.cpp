// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/library_packages.h"

#include <algorithm>
#include <map>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// One package of PyPI, as the search met its libraries.
struct Package {
    std::vector<FoundLibrary> found;
    std::vector<NeededLibrary> unfound;

    bool isWhole() const
    {
        return unfound.empty() && std::all_of(found.begin(), found.end(), [this](const FoundLibrary& one) {
                   return one.path.parent_path() == found.front().path.parent_path();
               });
    }
};

/// "libnvrtc-builtins.so.13.0" beside the library, and not what the toolkit calls its file besides
/// ("libnvrtc-builtins.so.13.0.88"): the library asks for it by that name.
void addByPrefix(const FoundLibrary& found, std::vector<std::string>& names)
{
    const std::string& prefix = found.library.companionPrefix;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(found.path.parent_path(), error)) {
        const std::string name = entry.path().filename().string();
        if (!prefix.empty() && name.starts_with(prefix) &&
            name.find_first_not_of("0123456789", prefix.size()) == std::string::npos)
            names.push_back(name);
    }
}

void addFiles(const FoundLibrary& found, std::vector<GpuLibraryFile>& files)
{
    std::vector<std::string> names{found.library.file};
    names.insert(names.end(), found.library.companions.begin(), found.library.companions.end());
    addByPrefix(found, names);
    for (const std::string& name : names) {
        const fs::path path = found.path.parent_path() / name;
        std::error_code error;
        const std::uintmax_t bytes = fs::file_size(path, error);
        files.push_back({path.string(), error ? 0 : static_cast<std::int64_t>(bytes), {}});
    }
}

GpuPackage wholeOf(const std::string& name, const Package& package, const LibraryVersion& versionOf)
{
    GpuPackage whole{name, {}, {}, {}};
    for (const FoundLibrary& found : package.found) {
        whole.libraries.push_back(found.library.name);
        const int version = whole.version.empty() ? versionOf(found) : 0;
        if (version != 0)
            whole.version = versionText(version);
        addFiles(found, whole.files);
    }
    return whole;
}

MissingGpuPackage missingOf(const std::string& name, const Package& package)
{
    MissingGpuPackage missing{name, {}, {}, false, false};
    int minimum = 0;
    const auto add = [&](const NeededLibrary& library) {
        missing.libraries.push_back(library.name);
        missing.isRequired |= library.required;
        missing.isForGroups |= library.forGroups;
        minimum = std::max(minimum, library.minimum);
    };
    for (const FoundLibrary& found : package.found)
        add(found.library);
    for (const NeededLibrary& library : package.unfound)
        add(library);
    missing.version = minimum == 0 ? "" : versionText(minimum);
    return missing;
}

} // namespace

GpuLibraries packagesOf(const LibrarySearch& search, const LibraryVersion& versionOf)
{
    std::map<std::string, Package> packages;
    for (const FoundLibrary& found : search.found)
        packages[found.library.package].found.push_back(found);
    for (const auto* unfound : {&search.missing, &search.unfound})
        for (const NeededLibrary& library : *unfound)
            packages[library.package].unfound.push_back(library);
    GpuLibraries libraries;
    for (const auto& [name, package] : packages) {
        if (package.isWhole())
            libraries.found.push_back(wholeOf(name, package, versionOf));
        else
            libraries.missing.push_back(missingOf(name, package));
    }
    return libraries;
}

} // namespace lockstep
