// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/run_store.h"

#include "engine/host/host_names.h"
#include "engine/host/shared_home.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr std::size_t kMaxFiles = 4096;        ///< told of a run
constexpr std::size_t kMaxEntries = 1'000'000; ///< looked at for that

/// Of more than may be told, the checkpoints and the newest attempts: what goes on now is among them.
void keepNewest(std::vector<std::string>& names)
{
    if (names.size() <= kMaxFiles)
        return;
    const auto attempt = [](const std::string& name) {
        return attemptOf(name).value_or(std::numeric_limits<int>::max());
    };
    std::ranges::nth_element(names, names.begin() + std::ptrdiff_t{kMaxFiles}, std::ranges::greater(),
                             attempt);
    names.resize(kMaxFiles);
}

void makePrivateFolder(const std::string& path)
{
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        throw fileError(path, errno);
}

std::string hostFolderPath(const std::string& run, int host)
{
    return lockstepHome() + "/runs/" + run + "/" + hostFolder(host);
}

/// None for what is no folder of a host's, a symbolic link or another user's: it must not hide the others.
std::optional<HostFolder> openIfOurs(const std::string& run, const std::string& name)
{
    const auto host = hostOfFolder(name);
    struct stat status {};
    const bool isOurs = host && ::lstat(hostFolderPath(run, *host).c_str(), &status) == 0 &&
                        S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
    return isOurs ? HostFolder::open(run, *host) : std::nullopt;
}

} // namespace

std::string lockstepHome()
{
    const char* const chosen = std::getenv("LOCKSTEP_HOME");
    if (chosen != nullptr && *chosen != '\0')
        return std::filesystem::absolute(chosen).lexically_normal().string();
    return homeFolder() + "/.lockstep";
}

HostFolder::HostFolder(std::string run, int host, std::string path, Descriptor folder)
    : m_run(std::move(run)), m_host(host), m_path(std::move(path)), m_folder(std::move(folder))
{
}

HostFolder HostFolder::create(const std::string& run, int host)
{
    const std::string path = hostFolderPath(run, host);
    std::error_code error;
    std::filesystem::create_directories(lockstepHome(), error);
    if (error)
        throw fileError(lockstepHome(), error.value());
    makePrivateFolder(lockstepHome() + "/runs");
    makePrivateFolder(lockstepHome() + "/runs/" + run);
    makePrivateFolder(path);
    auto folder = open(run, host);
    if (!folder)
        throw fileError(path, ENOENT);
    return std::move(*folder);
}

std::optional<HostFolder> HostFolder::open(const std::string& run, int host)
{
    const std::string path = hostFolderPath(run, host);
    Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder && errno != ENOENT)
        throw fileError(path, errno);
    if (!folder)
        return std::nullopt;
    struct stat owner {};
    if (::fstat(folder.get(), &owner) != 0 || owner.st_uid != ::geteuid())
        throw fileError(path, EPERM);
    return HostFolder(run, host, path, std::move(folder));
}

std::string HostFolder::socketPath() const
{
    return "/proc/self/fd/" + std::to_string(m_folder.get()) + "/control.sock";
}

Descriptor HostFolder::tryLock() const
{
    Descriptor lock(::openat(m_folder.get(), "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!lock)
        throw fileError(m_path + "/lock", errno);
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (errno != EWOULDBLOCK)
        throw fileError(m_path + "/lock", errno);
    return {};
}

void HostFolder::writeFile(const std::string& name, std::string_view content) const
{
    if (const int reason = replaceFile(m_folder.get(), name, content); reason != 0)
        throw fileError(m_path + "/" + name, reason);
}

void HostFolder::makeFolder(const std::string& name) const
{
    if (::mkdirat(m_folder.get(), name.c_str(), 0700) != 0 && errno != EEXIST)
        throw fileError(m_path + "/" + name, errno);
}

Descriptor HostFolder::openFile(const std::string& file) const
{
    Descriptor folder;
    std::size_t begin = 0;
    for (std::size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', begin)) {
        const std::string part = file.substr(begin, slash - begin);
        folder = Descriptor(::openat(folder ? folder.get() : m_folder.get(), part.c_str(),
                                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!folder && errno == ENOENT)
            return {};
        if (!folder)
            throw fileError(m_path + "/" + file, errno);
        begin = slash + 1;
    }
    // Without O_NONBLOCK a named pipe would hold the whole conversation.
    Descriptor opened(::openat(folder ? folder.get() : m_folder.get(), file.c_str() + begin,
                               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!opened && errno == ENOENT)
        return {};
    struct stat status {};
    if (!opened || ::fstat(opened.get(), &status) != 0)
        throw fileError(m_path + "/" + file, errno);
    if (!S_ISREG(status.st_mode))
        throw refusal(LOCKSTEP_TEXT("%1 is not a file of the run."), {file});
    return opened;
}

std::string HostFolder::readTail(const std::string& name, std::size_t most) const
{
    const Descriptor file = openFile(name);
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        return {};
    const auto size = std::min<std::size_t>(most, static_cast<std::size_t>(status.st_size));
    std::string text(size, '\0');
    const ssize_t count = ::pread(file.get(), text.data(), size, status.st_size - static_cast<off_t>(size));
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
}

std::vector<Record> journalTail(const HostFolder& folder, int attempt, int rank)
{
    // The first line is rarely whole.
    const std::string tail = folder.readTail(rankJournal(attempt, rank), 3 * kMaxRecordBytes);
    return JournalReader().feed(tail).records;
}

std::vector<std::string> HostFolder::files() const
{
    namespace fs = std::filesystem;
    std::vector<std::string> names;
    std::error_code error;
    const auto options = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator entry(m_path, options, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        const std::string name = entry->path().lexically_relative(m_path).string();
        const bool shown = attemptOf(name) || name.starts_with(std::string(kCheckpointsFolder) + "/");
        // Names with a leading dot are files and folders that are still being written.
        const bool hidden = entry->path().filename().string().starts_with(".");
        if (hidden)
            entry.disable_recursion_pending();
        if (shown && !hidden && isRunFile(name) &&
            entry->symlink_status(ignored).type() == fs::file_type::regular)
            names.push_back(name);
        if (names.size() >= kMaxEntries)
            break;
    }
    keepNewest(names);
    std::sort(names.begin(), names.end());
    return names;
}

bool belongsToThisMachine(const HostFolder& folder)
{
    try {
        const auto stored = folder.readState();
        return !stored || isOfThisMachine(*stored);
    } catch (const EngineError&) {
        return true;
    }
}

HostFolder openOwnFolder(const std::string& run, int host)
{
    auto folder = HostFolder::open(run, host);
    if (!folder)
        throw refusal(LOCKSTEP_TEXT("This host knows no run %1."), {run});
    if (!belongsToThisMachine(*folder))
        throw refusal(LOCKSTEP_TEXT("Another machine keeps the run %1: it shares this home folder."), {run});
    return std::move(*folder);
}

std::vector<HostFolder> openHostFolders()
{
    std::vector<HostFolder> folders = openAllHostFolders();
    std::erase_if(folders, [](const HostFolder& folder) { return !belongsToThisMachine(folder); });
    return folders;
}

std::vector<HostFolder> openAllHostFolders()
{
    namespace fs = std::filesystem;
    std::vector<HostFolder> folders;
    std::error_code error;
    for (const auto& run : fs::directory_iterator(lockstepHome() + "/runs", error)) {
        const std::string name = run.path().filename().string();
        if (!isRunId(name))
            continue;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(run.path(), ignored)) {
            auto folder = openIfOurs(name, entry.path().filename().string());
            if (folder)
                folders.push_back(std::move(*folder));
        }
        if (folders.size() >= kMaxRunFolders)
            break;
    }
    return folders;
}

} // namespace lockstep
