// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/download/download.h"

#include "engine/core/files.h"
#include "engine/core/sha256.h"
#include "engine/data/data_error.h"
#include "engine/data/download/http_stream.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// How often the list of mirrors is gone through, as long as each time brings some bytes.
constexpr int kRounds = 5;

[[noreturn]] void throwFileError(const std::string& path, int reason)
{
    throwDataError(LOCKSTEP_TEXT("%1 cannot be written: %2."), {path, std::strerror(reason)});
}

/// NAME.part, of which there is one at a time.
class PartFile {
public:
    explicit PartFile(const std::string& path)
        : m_path(path), m_file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644))
    {
        if (!m_file)
            throwFileError(path, errno);
        if (::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0)
            throwDataError(LOCKSTEP_TEXT("Another download is writing %1; wait for its end."), {path});
    }
    ~PartFile()
    {
        struct stat status {};
        if (m_file && ::fstat(m_file.get(), &status) == 0 && status.st_size == 0)
            ::unlink(m_path.c_str());
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    std::uint64_t size() const
    {
        struct stat status {};
        if (::fstat(m_file.get(), &status) != 0)
            throwFileError(m_path, errno);
        return static_cast<std::uint64_t>(status.st_size);
    }
    void clear()
    {
        if (::ftruncate(m_file.get(), 0) != 0)
            throwFileError(m_path, errno);
    }
    void append(std::span<const char> bytes)
    {
        if (::lseek(m_file.get(), 0, SEEK_END) < 0)
            throwFileError(m_path, errno);
        if (const int reason = writeWhole(m_file.get(), {bytes.data(), bytes.size()}); reason != 0)
            throwFileError(m_path, reason);
    }
    /// To its place, for good: there is no part any more.
    void moveTo(const std::string& path)
    {
        if (const int reason = putInPlace(std::move(m_file), AT_FDCWD, m_path, path); reason != 0)
            throwFileError(path, reason);
    }

private:
    std::string m_path;
    Descriptor m_file;
};

std::string sha256OfFile(const std::string& path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file)
        throwFileError(path, errno);
    Sha256 hash;
    std::array<char, 1 << 16> bytes;
    ssize_t got = 0;
    while ((got = ::read(file.get(), bytes.data(), bytes.size())) > 0)
        hash.update(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
    if (got < 0)
        throwFileError(path, errno);
    return hash.hexadecimal();
}

bool isWhole(const PublicFile& file, const std::string& path)
{
    std::error_code failed;
    return fs::is_regular_file(path, failed) && fs::file_size(path, failed) == file.bytes && !failed &&
           sha256OfFile(path) == file.sha256;
}

class FileDownload {
public:
    FileDownload(const PublicFile& file, const std::string& folder, const DownloadProgress& progress)
        : m_file(file), m_path(folder + "/" + file.name), m_part(m_path + ".part"), m_progress(progress)
    {
    }

    /// The mirror that completed it.
    std::string run(const std::vector<std::string>& mirrors);

private:
    bool tryMirror(const std::string& mirror);
    void receive(const std::string& url);
    bool finish();

    const PublicFile& m_file;
    std::string m_path;
    PartFile m_part;
    const DownloadProgress& m_progress;
    std::string m_complaints; // of this round
};

std::string FileDownload::run(const std::vector<std::string>& mirrors)
{
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t before = m_part.size();
        m_complaints.clear();
        for (const std::string& mirror : mirrors)
            if (tryMirror(mirror))
                return mirror;
        if (m_part.size() <= before)
            break;
    }
    throwDataError(
        LOCKSTEP_TEXT("%1 could not be downloaded.%2 Try again later (it goes on where it ended), name "
                      "another address with --mirror, or copy the file here yourself."),
        {m_file.name, m_complaints});
}

/// Twice, when the first try went on with bytes from before that prove wrong.
bool FileDownload::tryMirror(const std::string& mirror)
{
    const std::string url = mirror + (mirror.ends_with('/') ? "" : "/") + m_file.name;
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (m_part.size() > m_file.bytes)
            m_part.clear();
        const bool resumed = m_part.size() > 0;
        std::string reason;
        try {
            if (m_part.size() < m_file.bytes)
                receive(url);
            if (finish())
                return true;
            reason =
                fillPlaceholders(LOCKSTEP_TEXT("the content has another SHA-256 than %1"), {m_file.sha256});
            m_part.clear();
            if (resumed)
                continue;
        } catch (const TransferFailed& failed) {
            reason = failed.what();
        }
        m_complaints += " " + url + ": " + reason + ".";
        return false;
    }
    return false;
}

void FileDownload::receive(const std::string& url)
{
    std::uint64_t size = m_part.size();
    HttpStream stream(url, size);
    const int status = stream.status();
    if (status == 416 || (status == 206 && stream.bodyOffset() != size)) {
        m_part.clear(); // it has less, or another part: from the beginning next time
        throw TransferFailed(LOCKSTEP_TEXT("the server has no such part of the file"));
    }
    if (status != 200 && status != 206)
        throw TransferFailed(
            fillPlaceholders(LOCKSTEP_TEXT("the server answers with status %1"), {std::to_string(status)}));
    if (status == 200 && size > 0) { // the range was ignored
        m_part.clear();
        size = 0;
    }
    std::array<char, 1 << 16> bytes;
    while (const std::size_t got = stream.read(bytes)) {
        if (got > m_file.bytes - size) {
            m_part.clear();
            throw TransferFailed(
                fillPlaceholders(LOCKSTEP_TEXT("the server sends more than the %1 bytes of the file"),
                                 {std::to_string(m_file.bytes)}));
        }
        m_part.append(std::span(bytes).first(got));
        size += got;
        if (m_progress)
            m_progress(m_file.name, size, m_file.bytes);
    }
    if (size < m_file.bytes)
        throw TransferFailed(fillPlaceholders(LOCKSTEP_TEXT("the answer ends after %1 of %2 bytes"),
                                              {std::to_string(size), std::to_string(m_file.bytes)}));
}

bool FileDownload::finish()
{
    if (!isWhole(m_file, m_path + ".part"))
        return false;
    m_part.moveTo(m_path);
    return true;
}

bool allUnpacked(const PublicSet& set, const std::string& folder)
{
    for (const PublicFile& file : set.unpacked) {
        std::error_code failed;
        if (fs::file_size(folder + "/" + set.archiveFolder + "/" + file.name, failed) != file.bytes || failed)
            return false;
    }
    return !set.unpacked.empty();
}

} // namespace

Downloaded downloadFile(const PublicFile& file, const std::vector<std::string>& mirrors,
                        const std::string& folder, const DownloadProgress& progress)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throwDataError(LOCKSTEP_TEXT("The folder %1 cannot be made: %2."), {folder, failed.message()});
    if (isWhole(file, folder + "/" + file.name))
        return {file.name, {}};
    return {file.name, FileDownload(file, folder, progress).run(mirrors)};
}

std::vector<Downloaded> downloadSet(const PublicSet& set, const std::vector<std::string>& mirrors,
                                    const std::string& folder, const DownloadProgress& progress)
{
    std::vector<Downloaded> done;
    if (allUnpacked(set, folder)) {
        for (const PublicFile& file : set.unpacked)
            done.push_back({file.name, {}});
        return done;
    }
    for (const PublicFile& file : set.files)
        done.push_back(downloadFile(file, mirrors.empty() ? set.mirrors : mirrors, folder, progress));
    if (set.archiveFolder.empty())
        return done;
    const std::string archive = folder + "/" + set.files.front().name;
    unpackArchive(archive, set.archiveFolder, set.unpacked, folder);
    std::error_code ignored;
    fs::remove(archive, ignored);
    return done;
}

} // namespace lockstep
