// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_removal.h"

#include "engine/checkpoint/refuse.h"
#include "engine/core/error.h"
#include "engine/protocol/run_files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

} // namespace

void removeFolder(const std::string& folder)
{
    std::error_code error;
    fs::remove_all(folder, error);
    if (error)
        refuseFile(LOCKSTEP_TEXT("Cannot remove %1: %2."), {folder, error.message()});
}

void removeCheckpoint(const std::string& folder, std::int64_t step)
{
    const std::string name = checkpointName(step);
    const fs::path visible = fs::path(folder) / name;
    const fs::path hidden = fs::path(folder) / (".removing-" + name);
    removeFolder(hidden);
    if (std::rename(visible.c_str(), hidden.c_str()) == 0)
        return removeFolder(hidden);
    if (errno != ENOENT)
        refuseFile(LOCKSTEP_TEXT("Cannot rename %1: %2."), {visible.string(), std::strerror(errno)});
}

void removeUnfinished(const std::string& folder)
{
    std::vector<fs::path> unfinished;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename().string().starts_with("."))
            unfinished.push_back(entry->path());
    }
    if (error)
        refuseFile(LOCKSTEP_TEXT("Cannot list the folder %1: %2."), {folder, error.message()});
    for (const fs::path& path : unfinished)
        removeFolder(path);
}

} // namespace lockstep
