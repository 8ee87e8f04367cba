// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/build_facts.h"
#include "engine/compute/plugin/library_search.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/utsname.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::string machine()
{
    utsname names{};
    ::uname(&names);
    return names.machine;
}

std::vector<fs::path> entriesOf(const std::string& list)
{
    std::vector<fs::path> entries;
    std::istringstream stream(list);
    for (std::string entry; std::getline(stream, entry, ':');) {
        if (!entry.empty())
            entries.emplace_back(entry);
    }
    return entries;
}

/// Folders in `folder` whose names begin so, the newest version first.
std::vector<fs::path> foldersIn(const fs::path& folder, const std::string& prefix)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().filename().string().starts_with(prefix) && entry.is_directory(error))
            found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end(),
              [](const fs::path& a, const fs::path& b) { return ::strverscmp(a.c_str(), b.c_str()) > 0; });
    return found;
}

/// What grows from the places to look at, in their order.
class Folders {
public:
    explicit Folders(const SearchPlaces& places) : m_places(places) {}

    void add(const fs::path& folder)
    {
        std::error_code error;
        const fs::path real = fs::canonical(folder, error);
        if (!error && fs::is_directory(real, error) && m_known.insert(real).second)
            m_folders.push_back(folder);
    }

    /// The packages of a Python environment lie as nvidia/PART/lib.
    void addPackages(const fs::path& folder)
    {
        for (const fs::path& part : foldersIn(folder / "nvidia", ""))
            add(part / "lib");
    }

    /// A toolkit, a Python environment, a folder of packages, or just a folder of libraries.
    void addPrefix(const fs::path& prefix)
    {
        static const std::string kMachine = machine();
        add(prefix);
        add(prefix / "lib64");
        add(prefix / "targets" / (kMachine + "-linux") / "lib");
        add(prefix / "lib");
        add(prefix / "lib" / (kMachine + "-linux-gnu"));
        addPackages(prefix);
        for (const fs::path& python : foldersIn(prefix / "lib", "python3")) {
            addPackages(python / "site-packages");
            addPackages(python / "dist-packages");
        }
    }

    void addSystemPrefix(const fs::path& absolute) { addPrefix(m_places.root / absolute.relative_path()); }

    void addPrefixesOf(const char* variable)
    {
        for (const fs::path& entry : entriesOf(valueOf(variable)))
            addPrefix(entry);
    }

    void addFoldersOf(const char* variable)
    {
        for (const fs::path& entry : entriesOf(valueOf(variable)))
            add(entry);
    }

    std::string valueOf(const char* variable) const
    {
        const char* const value = m_places.environment(variable);
        return value == nullptr ? "" : value;
    }

    /// What the administrator gave the loader, a file for each package.
    void addLoaderFolders()
    {
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(m_places.root / "etc/ld.so.conf.d", error)) {
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) {
                if (line.starts_with('/'))
                    add(m_places.root / fs::path(line).relative_path());
            }
        }
    }

    /// What other computers sent, each package in a folder of its own; unfinished ones begin with a dot.
    void addSent(const fs::path& libraries)
    {
        std::error_code error;
        std::vector<std::pair<fs::file_time_type, fs::path>> sent;
        for (const auto& entry : fs::directory_iterator(libraries, error)) {
            if (entry.is_directory(error) && !entry.path().filename().string().starts_with('.'))
                sent.emplace_back(entry.last_write_time(error), entry.path());
        }
        std::sort(sent.rbegin(), sent.rend());
        for (const auto& [time, folder] : sent)
            add(folder);
    }

    std::vector<fs::path> take() { return std::move(m_folders); }

private:
    const SearchPlaces& m_places;
    std::vector<fs::path> m_folders;
    std::set<fs::path> m_known;
};

} // namespace

SearchPlaces thisHost()
{
    return {.root = "/",
            .environment = [](const char* name) -> const char* { return std::getenv(name); },
            .builtFolders = buildFacts().cudaFolders};
}

std::vector<fs::path> libraryFolders(const SearchPlaces& places)
{
    Folders folders(places);
    const std::string home = folders.valueOf("HOME");
    folders.addPrefixesOf("LOCKSTEP_CUDA_LIBRARIES");
    if (!home.empty())
        folders.addPrefix(fs::path(home) / ".lockstep" / "cuda");
    folders.addFoldersOf("LD_LIBRARY_PATH");
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "VIRTUAL_ENV", "CONDA_PREFIX"})
        folders.addPrefixesOf(variable);
    if (!home.empty())
        folders.addPrefix(fs::path(home) / ".local");
    folders.addSystemPrefix("/usr/local/cuda");
    for (const fs::path& toolkit : foldersIn(places.root / "usr/local", "cuda-"))
        folders.addPrefix(toolkit);
    folders.addLoaderFolders();
    for (const char* prefix : {"/opt/cuda", "/opt/conda", "/usr/local", "/usr"})
        folders.addSystemPrefix(prefix);
    for (const fs::path& folder : entriesOf(places.builtFolders))
        folders.add(folder);
    for (const fs::path& chosen : entriesOf(folders.valueOf("LOCKSTEP_HOME")))
        folders.addSent(chosen / "libraries");
    if (!home.empty())
        folders.addSent(fs::path(home) / ".lockstep" / "libraries");
    return folders.take();
}

fs::path driverLibrary(const std::string& name, const SearchPlaces& places)
{
    Folders folders(places);
    folders.addFoldersOf("LD_LIBRARY_PATH");
    for (const char* folder : {"usr/local/nvidia/lib64", "usr/lib/wsl/lib", "usr/lib64"})
        folders.add(places.root / folder);
    std::error_code error;
    for (const fs::path& folder : folders.take()) {
        if (fs::exists(folder / name, error))
            return folder / name;
    }
    return name;
}

} // namespace lockstep
