// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/sha256.h"
#include "engine/host/data_copy/data_handing.h"
#include "engine/host/data_copy/kept_data.h"
#include "engine/host/data_copy/sealed_stream.h"
#include "engine/host/system_calls.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <vector>

namespace lockstep {
namespace {

constexpr std::uint64_t kSpareBytes = 64u << 20; ///< left free beside the data

void writeAt(int file, std::span<const char> bytes, std::uint64_t offset, const std::string& path)
{
    while (!bytes.empty()) {
        const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno != EINTR)
            throw fileError(path, errno);
        const auto written = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        bytes = bytes.subspan(written);
        offset += written;
    }
}

class DataTaking {
public:
    DataTaking(const DataCopyRequest& request, int listener, int cancel, Arrival& arrival)
        : m_request(request), m_folder(beginArrival(request.data)), m_arrival(arrival),
          m_stream(SealedStream::meet(request, listener, cancel)), m_block(kDataBlockBytes)
    {
    }

    void run()
    {
        checkRoom();
        takeManifest();
        m_arrival.begin();
        ManifestReader manifest(m_folder.get());
        while (takeSome(manifest)) {
        }
        settleArrival(m_request.data, m_folder.get());
    }

private:
    /// What has come before is not counted: then there was room.
    void checkRoom()
    {
        struct statvfs room {};
        const bool isNew = ::faccessat(m_folder.get(), kDataManifest, F_OK, 0) != 0;
        if (!isNew || ::fstatvfs(m_folder.get(), &room) != 0)
            return;
        const std::uint64_t free = std::uint64_t{room.f_bavail} * room.f_frsize;
        if (free < m_request.bytes || free - m_request.bytes < kSpareBytes)
            throw refusal(
                LOCKSTEP_TEXT("There is too little room for the data: %1 MiB are free in .lockstep, %2 MiB "
                              "are needed. Free some space in the home folder there, or put .lockstep/data "
                              "on a larger disk with a symbolic link."),
                {std::to_string(free >> 20), std::to_string((m_request.bytes + kSpareBytes) >> 20)});
    }

    void takeManifest()
    {
        const std::uint64_t size = m_stream.receiveNumber();
        if (size > m_request.bytes)
            throw damaged(kDataManifest);
        const Descriptor file = openToWrite(kDataManifest);
        Sha256 hash;
        receiveInto(file.get(), kDataManifest, 0, size, hash);
        if (::ftruncate(file.get(), static_cast<off_t>(size)) != 0)
            throw fileError(kDataManifest, errno);
        if (hash.hexadecimal() != m_request.data)
            throw damaged(kDataManifest);
        m_left = m_request.bytes - size;
    }

    /// False: there are no more.
    bool takeSome(ManifestReader& manifest)
    {
        std::vector<DataFile> files;
        std::vector<std::uint64_t> present;
        while (files.size() < kDataFilesAtOnce) {
            auto file = manifest.next();
            if (!file)
                break;
            struct stat status {};
            const bool isThere =
                ::fstatat(m_folder.get(), file->path.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISREG(status.st_mode);
            present.push_back(isThere ? static_cast<std::uint64_t>(status.st_size) : 0);
            files.push_back(std::move(*file));
        }
        for (const std::uint64_t bytes : present)
            m_stream.sendNumber(bytes);
        for (std::size_t i = 0; i < files.size(); ++i)
            takeFile(files[i], present[i]);
        return files.size() == kDataFilesAtOnce;
    }

    void takeFile(const DataFile& wanted, std::uint64_t present)
    {
        const std::uint64_t size = m_stream.receiveNumber();
        if (size > m_left)
            throw damaged(wanted.path);
        m_left -= size;
        makeFoldersOf(wanted.path);
        const Descriptor file = openToWrite(wanted.path);
        if (present > size && ::ftruncate(file.get(), static_cast<off_t>(size)) != 0)
            throw fileError(wanted.path, errno);
        m_arrival.beginFile(size);
        Sha256 hash;
        const std::uint64_t begin = std::min(present, size);
        readBack(file.get(), wanted.path, begin, hash);
        receiveInto(file.get(), wanted.path, begin, size, hash);
        if (hash.hexadecimal() != wanted.sha256) {
            ::unlinkat(m_folder.get(), wanted.path.c_str(), 0); // of no use to a further copy
            throw damaged(wanted.path);
        }
        m_arrival.endFile();
    }

    /// What was there before counts in the file's hash.
    void readBack(int file, const std::string& path, std::uint64_t end, Sha256& hash)
    {
        for (std::uint64_t offset = 0; offset < end;) {
            const auto wanted = std::min<std::uint64_t>(m_block.size(), end - offset);
            const ssize_t count = ::pread(file, m_block.data(), wanted, static_cast<off_t>(offset));
            if (count < 0)
                throw fileError(path, errno);
            if (count == 0)
                throw damaged(path);
            hash.update(std::string_view(m_block.data(), static_cast<std::size_t>(count)));
            offset += static_cast<std::uint64_t>(count);
            m_arrival.advance(static_cast<std::uint64_t>(count));
        }
    }

    void receiveInto(int file, const std::string& path, std::uint64_t begin, std::uint64_t end, Sha256& hash)
    {
        for (std::uint64_t offset = begin; offset < end;) {
            const std::span<char> block(m_block.data(),
                                        std::min<std::uint64_t>(m_block.size(), end - offset));
            m_stream.receive(block);
            hash.update(std::string_view(block.data(), block.size()));
            writeAt(file, block, offset, path);
            offset += block.size();
            m_arrival.advance(block.size());
        }
    }

    void makeFoldersOf(const std::string& path)
    {
        const std::string folder = path.substr(0, path.rfind('/'));
        if (folder == m_madeFolder)
            return;
        for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
            if (::mkdirat(m_folder.get(), path.substr(0, slash).c_str(), 0700) != 0 && errno != EEXIST)
                throw fileError(path.substr(0, slash), errno);
        m_madeFolder = folder;
    }

    Descriptor openToWrite(const std::string& path) const
    {
        Descriptor file(
            ::openat(m_folder.get(), path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!file)
            throw fileError(path, errno);
        return file;
    }

    static EngineError damaged(const std::string& path)
    {
        return {ExitCode::DeployFailed,
                {LOCKSTEP_TEXT("%1 arrived damaged from the other host. Copy the data again."), {path}, {}}};
    }

    const DataCopyRequest& m_request;
    const Descriptor m_folder;
    Arrival& m_arrival;
    SealedStream m_stream;
    std::vector<char> m_block;
    std::uint64_t m_left = 0; ///< bytes that may still be taken
    std::string m_madeFolder;
};

} // namespace

void takeData(const DataCopyRequest& request, int listener, int cancel, Arrival& arrival)
{
    try {
        DataTaking(request, listener, cancel, arrival).run();
        arrival.end(Arrival::Stage::Whole);
    } catch (...) {
        arrival.end(Arrival::Stage::Broken);
        throw;
    }
}

} // namespace lockstep
