// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_copy/data_handing.h"
#include "engine/host/data_copy/kept_data.h"
#include "engine/host/data_copy/sealed_stream.h"
#include "engine/host/data_copy/stream_patience.h"
#include "engine/host/system_calls.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace lockstep {
namespace {

constexpr std::chrono::milliseconds kMoment{100};

std::uint64_t sizeOf(const Descriptor& file, const std::string& path)
{
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        throw fileError(path, errno);
    return static_cast<std::uint64_t>(status.st_size);
}

/// Of a set that is whole, or arriving.
Descriptor openSet(const std::string& hash, bool isArriving)
{
    Descriptor folder = openKeptData(hash);
    if (!folder && isArriving)
        folder = openArrivingData(hash);
    if (!folder) // it may have become whole between the two
        folder = openKeptData(hash);
    if (!folder)
        throw refusal(LOCKSTEP_TEXT("This host has not got the data that it is to give."));
    return folder;
}

class DataGiving {
public:
    DataGiving(const DataCopyRequest& request, int cancel, const Arrival* arrival)
        : m_cancel(cancel), m_arrival(arrival), m_folder(openSet(request.data, arrival != nullptr)),
          m_stream(SealedStream::meet(request, -1, cancel)), m_block(kDataBlockBytes)
    {
    }

    void run()
    {
        const Descriptor manifest = open(kDataManifest);
        const std::uint64_t size = sizeOf(manifest, kDataManifest);
        m_stream.sendNumber(size);
        sendPart(manifest.get(), kDataManifest, 0, size);
        ManifestReader reader(m_folder.get());
        while (giveSome(reader)) {
        }
    }

private:
    /// False: there are no more.
    bool giveSome(ManifestReader& manifest)
    {
        std::vector<std::string> paths;
        while (paths.size() < kDataFilesAtOnce) {
            auto file = manifest.next();
            if (!file)
                break;
            paths.push_back(std::move(file->path));
        }
        std::vector<std::uint64_t> present;
        for (std::size_t i = 0; i < paths.size(); ++i)
            present.push_back(m_stream.receiveNumber());
        for (std::size_t i = 0; i < paths.size(); ++i, ++m_files)
            giveFile(paths[i], present[i]);
        return paths.size() == kDataFilesAtOnce;
    }

    void giveFile(const std::string& path, std::uint64_t present)
    {
        const Arrival::Reach begun = await(0, kBegun);
        const Descriptor file = open(path);
        const std::uint64_t size =
            begun.stage == Arrival::Reach::Stage::Arriving ? begun.size : sizeOf(file, path);
        m_stream.sendNumber(size);
        for (std::uint64_t offset = std::min(present, size); offset < size;) {
            const Arrival::Reach there = await(offset, kMore);
            const std::uint64_t end =
                there.stage == Arrival::Reach::Stage::Arriving ? std::min(there.bytes, size) : size;
            sendPart(file.get(), path, offset, end);
            offset = end;
        }
    }

    enum Wanted { kBegun, kMore };
    /// Until the present file has begun to arrive, or more than `beyond` bytes of it are there.
    Arrival::Reach await(std::uint64_t beyond, Wanted wanted) const
    {
        using Stage = Arrival::Reach::Stage;
        if (m_arrival == nullptr)
            return {.stage = Stage::Whole};
        const auto deadline = Clock::now() + kStreamPatience;
        while (Clock::now() < deadline) {
            pollfd polled{m_cancel, POLLIN, 0};
            if (m_cancel >= 0 && ::poll(&polled, 1, 0) > 0)
                break;
            const Arrival::Reach there = m_arrival->await(m_files, beyond, kMoment);
            const bool isEnough = wanted == kBegun || there.bytes > beyond;
            if (there.stage == Stage::Whole || (there.stage == Stage::Arriving && isEnough))
                return there;
        }
        throw refusal(LOCKSTEP_TEXT("The data do not come any further to the host that gives them on."));
    }

    void sendPart(int file, const std::string& path, std::uint64_t begin, std::uint64_t end)
    {
        while (begin < end) {
            const auto wanted = std::min<std::uint64_t>(m_block.size(), end - begin);
            const ssize_t count = ::pread(file, m_block.data(), wanted, static_cast<off_t>(begin));
            if (count < 0)
                throw fileError(path, errno);
            if (count == 0)
                throw refusal(LOCKSTEP_TEXT("%1 has become shorter while it was given to another host."),
                              {path});
            m_stream.send({m_block.data(), static_cast<std::size_t>(count)});
            begin += static_cast<std::uint64_t>(count);
        }
    }

    Descriptor open(const std::string& path) const
    {
        Descriptor file(::openat(m_folder.get(), path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        if (!file)
            throw fileError(path, errno);
        return file;
    }

    const int m_cancel;
    const Arrival* const m_arrival;
    const Descriptor m_folder;
    SealedStream m_stream;
    std::vector<char> m_block;
    std::uint64_t m_files = 0; ///< given
};

} // namespace

void giveData(const DataCopyRequest& request, int cancel, const Arrival* arrival)
{
    DataGiving(request, cancel, arrival).run();
}

} // namespace lockstep
