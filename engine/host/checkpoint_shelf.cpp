// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_shelf.h"

#include "engine/checkpoint/checkpoint_removal.h"
#include "engine/checkpoint/manifest.h"
#include "engine/host/checkpoint_check.h"
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <filesystem>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::optional<HostFolder> openOther(const std::string& run, int host)
{
    try {
        return HostFolder::open(run, host);
    } catch (const EngineError&) {
        return std::nullopt; // another user's, or a link
    }
}

/// Each once.
std::vector<std::int64_t> inOrder(std::vector<std::int64_t> steps)
{
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

} // namespace

CheckpointShelf::CheckpointShelf(const HostFolder& own) : m_own(own)
{
    std::error_code error;
    for (fs::directory_iterator entry(fs::path(own.path()).parent_path(), error), end; !error && entry != end;
         entry.increment(error)) {
        const auto host = hostOfFolder(entry->path().filename().string());
        auto folder = host && *host != own.host() ? openOther(own.run(), *host) : std::nullopt;
        if (folder)
            m_others.push_back(std::move(*folder));
    }
}

std::vector<std::int64_t> CheckpointShelf::stepsIn(const HostFolder& folder)
{
    std::vector<std::int64_t> steps;
    std::error_code error;
    for (fs::directory_iterator entry(fs::path(folder.path()) / kCheckpointsFolder, error), end;
         !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const auto step = stepOfCheckpoint(entry->path().filename().string());
        if (step && fs::is_regular_file(entry->path() / kManifestFile, ignored))
            steps.push_back(*step);
    }
    return inOrder(std::move(steps));
}

std::vector<std::int64_t> CheckpointShelf::elsewhere() const
{
    std::vector<std::int64_t> steps;
    for (const HostFolder& folder : m_others)
        std::ranges::copy(stepsIn(folder), std::back_inserter(steps));
    return inOrder(std::move(steps));
}

std::vector<std::int64_t> CheckpointShelf::all() const
{
    std::vector<std::int64_t> steps = elsewhere();
    std::ranges::copy(own(), std::back_inserter(steps));
    return inOrder(std::move(steps));
}

std::string CheckpointShelf::folder() const
{
    m_own.makeFolder(std::string(kCheckpointsFolder));
    return m_own.path() + "/" + std::string(kCheckpointsFolder);
}

Sentence CheckpointShelf::damageOf(std::int64_t step, const std::atomic<bool>& cancelled) const
{
    CheckpointCheck check(m_own, checkpointFolder(step));
    while (!check.over() && !cancelled)
        check.advance();
    return check.over() ? check.damage() : Sentence();
}

Descriptor CheckpointShelf::open(std::int64_t step, const std::string& file, Where where) const
{
    const std::string name = checkpointFolder(step) + "/" + file;
    if (Descriptor own = where == Where::Anywhere ? m_own.openFile(name) : Descriptor())
        return own;
    for (const HostFolder& folder : m_others) {
        if (Descriptor other = folder.openFile(name))
            return other;
    }
    return {};
}

void CheckpointShelf::remove(std::int64_t step) const
{
    removeCheckpoint(folder(), step);
}

} // namespace lockstep
