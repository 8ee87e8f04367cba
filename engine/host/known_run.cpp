// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/known_run.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr auto kPollInterval = std::chrono::seconds(1);

} // namespace

FolderEvents::FolderEvents() : m_descriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

void FolderEvents::watch(const std::string& path)
{
    if (m_descriptor)
        ::inotify_add_watch(m_descriptor.get(), path.c_str(),
                            IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR);
}

void FolderEvents::drain()
{
    alignas(inotify_event) char buffer[16384];
    while (::read(m_descriptor.get(), buffer, sizeof buffer) > 0) {
    }
}

bool KnownRun::stateFileChanged()
{
    struct stat status {};
    if (::fstatat(m_folder.descriptor(), "state.json", &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    const std::int64_t modified = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
    const bool changed = status.st_ino != m_inode || modified != m_modifiedNs;
    m_inode = status.st_ino;
    m_modifiedNs = modified;
    return changed;
}

void KnownRun::refresh(FolderEvents& events)
{
    const auto now = Clock::now();
    const bool changed = stateFileChanged();
    if (!changed && now < m_nextPoll)
        return;
    m_nextPoll = now + kPollInterval;
    std::vector<std::string> files;
    if (m_state)
        files = std::move(m_state->files);
    m_state = settledState(m_folder);
    if (!m_state)
        return;
    events.watch(m_folder.path());
    events.watch(m_folder.path() + "/" + attemptFolder(m_state->attempt));
    events.watch(m_folder.path() + "/checkpoints");
    if (changed || now >= m_nextListing) {
        files = m_folder.files();
        m_nextListing = now + kPollInterval;
    }
    m_state->files = std::move(files);
}

bool KnownRun::isGone() const
{
    struct stat status {};
    return ::fstat(m_folder.descriptor(), &status) != 0 || status.st_nlink == 0;
}

} // namespace lockstep
