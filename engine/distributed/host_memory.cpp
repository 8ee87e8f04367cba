// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/host_memory.h"

#include "engine/core/error.h"
#include "engine/distributed/process_group.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::array<char, 8> kMagic = {'L', 'S', 'T', 'P', 'M', 'E', 'M', '1'};
constexpr std::size_t kHeaderBytes = 4096; // pieces begin at a page
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

/// At the start of the memory.
struct Header {
    std::array<char, 8> magic = kMagic;
    std::uint64_t ranks = 0;
    HostMemory::Id id{};
};

std::size_t bytesFor(std::uint64_t ranks)
{
    return kHeaderBytes + ranks * kHostPieceSets * kHostPieceBytes;
}

[[noreturn]] void refuse(const char* why)
{
    throw EngineError(
        ExitCode::Failure,
        {LOCKSTEP_TEXT("The memory that the ranks of this host share cannot be used: %1."), {why}, {}});
}

/// Reads it from the file, not from the mapping: that is made only when the size is known to fit.
Header readHeader(int memory)
{
    struct stat facts {};
    Header header;
    const int seals = ::fcntl(memory, F_GET_SEALS);
    if (seals < 0 || (seals & kSeals) != kSeals)
        refuse("its size is not sealed");
    if (::fstat(memory, &facts) != 0)
        refuse(std::strerror(errno));
    if (::pread(memory, &header, sizeof header, 0) != sizeof header || header.magic != kMagic ||
        header.ranks < 1 || header.ranks > kMaxWorldSize ||
        static_cast<std::size_t>(facts.st_size) != bytesFor(header.ranks))
        refuse("it was not made by a supervisor of this version");
    return header;
}

} // namespace

Descriptor makeHostMemory(int ranks)
{
    LOCKSTEP_CHECK(ranks >= 1 && ranks <= kMaxWorldSize);
    Header header;
    header.ranks = static_cast<std::uint64_t>(ranks);
    const std::string_view bytes(reinterpret_cast<const char*>(&header), sizeof header);
    Descriptor memory(::memfd_create("lockstep-host-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    const auto made = [&] {
        return ::getrandom(header.id.data(), header.id.size(), 0) == static_cast<ssize_t>(header.id.size()) &&
               ::ftruncate(memory.get(), static_cast<off_t>(bytesFor(header.ranks))) == 0 &&
               ::pwrite(memory.get(), bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
               ::fcntl(memory.get(), F_ADD_SEALS, kSeals) == 0;
    };
    if (memory && !made())
        memory.reset();
    return memory;
}

HostMemory::HostMemory(Descriptor memory)
{
    const Header header = readHeader(memory.get());
    m_id = header.id;
    m_ranks = static_cast<int>(header.ranks);
    m_bytes = bytesFor(header.ranks);
    void* const start = ::mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
    if (start == MAP_FAILED)
        refuse(std::strerror(errno));
    m_start = static_cast<std::byte*>(start);
}

HostMemory::~HostMemory()
{
    ::munmap(m_start, m_bytes);
}

std::span<std::byte> HostMemory::piece(int rank, int set) const
{
    LOCKSTEP_CHECK(rank >= 0 && rank < m_ranks && set >= 0 && set < kHostPieceSets);
    const auto number =
        static_cast<std::size_t>(set) * static_cast<std::size_t>(m_ranks) + static_cast<std::size_t>(rank);
    return {m_start + kHeaderBytes + number * kHostPieceBytes, kHostPieceBytes};
}

} // namespace lockstep
