// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/decoded_file.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace lockstep {
namespace {

constexpr std::array<char, 24> kMagic{"lockstep pictures 1"};
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kSpareBytes = std::uint64_t{1} << 30;
constexpr std::size_t kBytesOfPixel = 3; ///< on the disk

enum State : std::uint32_t { Empty, Writing, Ready };

bool writeAll(int file, const std::vector<std::uint8_t>& bytes, std::uint64_t offset)
{
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t put =
            ::pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        done += static_cast<std::size_t>(put);
    }
    return true;
}

bool readAll(int file, std::vector<std::uint8_t>& bytes, std::uint64_t offset)
{
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t got =
            ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

std::uint64_t bytesOf(PictureSize size)
{
    return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) * kBytesOfPixel;
}

/// Of the pixels, and of whose they are.
std::uint32_t checksum(std::size_t sample, PictureSize size, const std::vector<std::uint8_t>& packed)
{
    const std::array<std::uint64_t, 3> facts{sample, static_cast<std::uint64_t>(size.width),
                                             static_cast<std::uint64_t>(size.height)};
    const auto head = ::crc32_z(0, reinterpret_cast<const Bytef*>(facts.data()), sizeof facts);
    return static_cast<std::uint32_t>(::crc32_z(head, packed.data(), packed.size()));
}

std::array<char, 64> nameOf(const std::string& fingerprint)
{
    std::array<char, 64> name{};
    std::copy_n(fingerprint.begin(), std::min(fingerprint.size(), name.size()), name.begin());
    return name;
}

/// The buffer of a thread for pixels as they lie on the disk.
std::vector<std::uint8_t>& packedBuffer()
{
    thread_local std::vector<std::uint8_t> buffer;
    return buffer;
}

/// Some pixels of a row.
void unpack(const std::uint8_t* packed, int count, std::uint8_t* pixels)
{
    for (int i = 0; i < count; ++i, packed += kBytesOfPixel, pixels += 4) {
        pixels[0] = packed[0];
        pixels[1] = packed[1];
        pixels[2] = packed[2];
        pixels[3] = 0;
    }
}

} // namespace

/// Shared by all processes that use the file; atomic where they change it.
struct DecodedFile::Header {
    std::array<char, 24> magic;
    std::array<char, 64> fingerprint;
    std::uint64_t samples;
    std::atomic<std::uint64_t> end; ///< where the next picture goes
};
struct DecodedFile::Entry {
    std::atomic<std::uint32_t> state;
    std::uint32_t checksum;
    std::uint64_t offset;
    std::int32_t width, height;
};

std::unique_ptr<DecodedFile> DecodedFile::open(const std::filesystem::path& path,
                                               const std::string& fingerprint, std::size_t samples,
                                               std::uint64_t maxBytes)
{
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    constexpr mode_t kOwnerAlone = 0600;
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kOwnerAlone));
    if (!file)
        return nullptr;
    const auto space = std::filesystem::space(path, error);
    struct stat status {};
    if (error || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return nullptr;
    const std::uint64_t left = space.available > kSpareBytes ? space.available - kSpareBytes : 0;
    const std::uint64_t used = static_cast<std::uint64_t>(status.st_blocks) * 512;
    std::unique_ptr<DecodedFile> opened(
        new DecodedFile(std::move(file), path, samples, std::min(maxBytes, used + left)));
    if (opened->m_mapped > opened->m_maxBytes || !opened->lockAndPrepare(fingerprint))
        return nullptr;
    return opened;
}

DecodedFile::DecodedFile(Descriptor file, std::filesystem::path path, std::size_t samples,
                         std::uint64_t maxBytes)
    : m_file(std::move(file)), m_path(std::move(path)), m_samples(samples), m_maxBytes(maxBytes),
      m_mapped(
          static_cast<std::size_t>((sizeof(Header) + samples * sizeof(Entry) + kPage - 1) / kPage * kPage)),
      m_verified(samples)
{
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::is_standard_layout_v<Header> &&
                  std::is_standard_layout_v<Entry>);
}

DecodedFile::~DecodedFile()
{
    if (m_memory != nullptr)
        ::munmap(m_memory, m_mapped);
}

DecodedFile::Header& DecodedFile::header() const
{
    return *static_cast<Header*>(m_memory);
}

DecodedFile::Entry& DecodedFile::entry(std::size_t sample) const
{
    LOCKSTEP_CHECK(sample < m_samples);
    return reinterpret_cast<Entry*>(static_cast<char*>(m_memory) + sizeof(Header))[sample];
}

/// Its blocks are there before it is mapped: a full disk must be an error here, not a signal later.
bool DecodedFile::map()
{
    if (::posix_fallocate(m_file.get(), 0, static_cast<off_t>(m_mapped)) != 0)
        return false;
    void* const memory = ::mmap(nullptr, m_mapped, PROT_READ | PROT_WRITE, MAP_SHARED, m_file.get(), 0);
    if (memory == MAP_FAILED)
        return false;
    m_memory = memory;
    return true;
}

bool DecodedFile::makeAnew(const std::string& fingerprint)
{
    if (::ftruncate(m_file.get(), 0) != 0 ||
        ::posix_fallocate(m_file.get(), 0, static_cast<off_t>(m_mapped)) != 0)
        return false;
    header().fingerprint = nameOf(fingerprint);
    header().samples = m_samples;
    header().magic = kMagic;
    return true;
}

/// What a process that died was writing is free again; behind the last picture there is room.
void DecodedFile::recover()
{
    std::uint64_t end = m_mapped;
    for (std::size_t i = 0; i < m_samples; ++i) {
        const auto size = sizeOf(i);
        if (size)
            end = std::max(end, entry(i).offset + bytesOf(*size));
        else
            entry(i).state = Empty;
    }
    header().end = end;
}

/// The first to come prepares the file, and the others wait for it.
bool DecodedFile::lockAndPrepare(const std::string& fingerprint)
{
    const bool isFirst = ::flock(m_file.get(), LOCK_EX | LOCK_NB) == 0;
    if ((!isFirst && ::flock(m_file.get(), LOCK_SH) != 0) || !map())
        return false;
    const Header& head = header();
    const bool isOurs =
        head.magic == kMagic && head.fingerprint == nameOf(fingerprint) && head.samples == m_samples;
    if (!isFirst)
        return isOurs;
    if (!isOurs && !makeAnew(fingerprint))
        return false;
    recover();
    return ::flock(m_file.get(), LOCK_SH) == 0;
}

std::optional<PictureSize> DecodedFile::sizeOf(std::size_t sample) const
{
    const Entry& found = entry(sample);
    if (found.state.load(std::memory_order_acquire) != Ready)
        return std::nullopt;
    const PictureSize size{found.width, found.height};
    const bool isSane = size.width > 0 && size.height > 0 &&
                        std::int64_t{size.width} * size.height <= kMaxKeptPixels &&
                        found.offset >= m_mapped && found.offset <= m_maxBytes;
    return isSane ? std::optional(size) : std::nullopt;
}

/// Reads all of it once in the life of this process; a picture that changed is given up for everybody.
bool DecodedFile::isWhole(std::size_t sample, const Entry& found) const
{
    if (m_verified[sample].load(std::memory_order_acquire))
        return true;
    std::vector<std::uint8_t>& packed = packedBuffer();
    packed.resize(bytesOf({found.width, found.height}));
    if (!readAll(m_file.get(), packed, found.offset) ||
        checksum(sample, {found.width, found.height}, packed) != found.checksum) {
        std::uint32_t ready = Ready;
        entry(sample).state.compare_exchange_strong(ready, Empty);
        return false;
    }
    m_verified[sample].store(true, std::memory_order_release);
    return true;
}

bool DecodedFile::read(std::size_t sample, const WantedPart& wanted, DecodedPart& part) const
{
    const auto size = sizeOf(sample);
    if (!size || wanted.x < 0 || wanted.y < 0 || wanted.x + wanted.width > size->width ||
        wanted.y + wanted.height > size->height)
        return false;
    const Entry& found = entry(sample);
    if (!isWhole(sample, found))
        return false;
    std::vector<std::uint8_t>& packed = packedBuffer();
    packed.resize(bytesOf({size->width, wanted.height}));
    if (!readAll(m_file.get(), packed, found.offset + bytesOf({size->width, wanted.y})))
        return false;
    part.scale = 1;
    part.x = wanted.x;
    part.y = wanted.y;
    part.resize(wanted.width, wanted.height);
    for (int row = 0; row < wanted.height; ++row)
        unpack(packed.data() + bytesOf({size->width, row}) + bytesOf({wanted.x, 1}), wanted.width,
               part.pixels.data() + static_cast<std::ptrdiff_t>(row) * wanted.width * 4);
    return true;
}

bool DecodedFile::hasRoomFor(PictureSize size) const
{
    const std::uint64_t end = header().end.load(std::memory_order_relaxed);
    return std::int64_t{size.width} * size.height <= kMaxKeptPixels &&
           !m_full.load(std::memory_order_relaxed) && end <= m_maxBytes && bytesOf(size) <= m_maxBytes - end;
}

void DecodedFile::keep(std::size_t sample, const DecodedPart& whole) const
{
    LOCKSTEP_CHECK(whole.scale == 1 && whole.x == 0 && whole.y == 0);
    const PictureSize size{whole.width, whole.height};
    Entry& place = entry(sample);
    std::uint32_t empty = Empty;
    if (!hasRoomFor(size) || !place.state.compare_exchange_strong(empty, Writing))
        return;
    const std::uint64_t offset = header().end.fetch_add(bytesOf(size), std::memory_order_relaxed);
    std::vector<std::uint8_t>& packed = packedBuffer();
    packed.resize(bytesOf(size));
    for (std::size_t i = 0; i < packed.size() / kBytesOfPixel; ++i)
        std::copy_n(whole.pixels.data() + 4 * i, kBytesOfPixel, packed.data() + kBytesOfPixel * i);
    const bool fits = offset + bytesOf(size) <= m_maxBytes; // others may have been quicker
    if (!fits || !writeAll(m_file.get(), packed, offset)) {
        m_full = m_full || fits;
        place.state.store(Empty, std::memory_order_release);
        return;
    }
    place.offset = offset;
    place.width = size.width;
    place.height = size.height;
    place.checksum = checksum(sample, size, packed);
    m_verified[sample].store(true, std::memory_order_release);
    place.state.store(Ready, std::memory_order_release);
}

std::uint64_t DecodedFile::bytes() const
{
    return std::min(header().end.load(std::memory_order_relaxed), m_maxBytes);
}

} // namespace lockstep
