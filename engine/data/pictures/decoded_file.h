// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/pictures/picture_decoder.h"
#include "engine/protocol/descriptor.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Pictures with more are not kept: a few of them would fill a cache.
inline constexpr std::int64_t kMaxKeptPixels = std::int64_t{1} << 22;

struct PictureSize {
    int width = 0, height = 0;
};

/// Decoded pictures in a file that outlives the run, and that all ranks of a host fill and read together:
/// each picture is kept once, by whoever decoded it first, and never changes. A process that died while it
/// wrote, a disk that became full and bytes that changed since cost only the pictures concerned. Any thread.
class DecodedFile {
public:
    /// Opens or makes the file for a data set of so many pictures whose content is called `fingerprint`. It
    /// never grows beyond `maxBytes`, nor into the last GiB of its disk. Null where it cannot be used: the
    /// pictures are then decoded as without it.
    static std::unique_ptr<DecodedFile> open(const std::filesystem::path& path,
                                             const std::string& fingerprint, std::size_t samples,
                                             std::uint64_t maxBytes);
    ~DecodedFile();
    DecodedFile(const DecodedFile&) = delete;
    DecodedFile& operator=(const DecodedFile&) = delete;

    /// Of a picture that is kept; nothing where it is not.
    std::optional<PictureSize> sizeOf(std::size_t sample) const;
    /// Fills `part` with what is wanted of the picture, at its full size. False where it is not kept, or is
    /// damaged, which is found when this process reads it for the first time.
    bool read(std::size_t sample, const WantedPart& wanted, DecodedPart& part) const;
    /// Also: whether it is not too large.
    bool hasRoomFor(PictureSize size) const;
    /// Keeps a whole picture where there is room and none is there. REQUIRES: whole.scale == 1.
    void keep(std::size_t sample, const DecodedPart& whole) const;

    std::uint64_t bytes() const; ///< of all pictures that are kept, index included
    std::uint64_t maxBytes() const { return m_maxBytes; }
    const std::filesystem::path& path() const { return m_path; }

private:
    struct Header;
    struct Entry;

    DecodedFile(Descriptor file, std::filesystem::path path, std::size_t samples, std::uint64_t maxBytes);
    bool lockAndPrepare(const std::string& fingerprint);
    bool makeAnew(const std::string& fingerprint);
    void recover();
    bool map();
    Header& header() const;
    Entry& entry(std::size_t sample) const;
    bool isWhole(std::size_t sample, const Entry& entry) const;

    Descriptor m_file;
    std::filesystem::path m_path;
    std::size_t m_samples;
    std::uint64_t m_maxBytes;
    std::size_t m_mapped = 0; ///< bytes of header and index
    void* m_memory = nullptr;
    mutable std::vector<std::atomic<bool>> m_verified;
    mutable std::atomic<bool> m_full{false}; ///< the disk would take no more
};

} // namespace lockstep
