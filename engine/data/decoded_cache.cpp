// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/decoded_cache.h"

#include "engine/core/sha256.h"

#include <cstdlib>

#include <sys/stat.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".pictures";

std::string environment(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

fs::path cacheFolder()
{
    const std::string chosen = environment("LOCKSTEP_HOME");
    return (chosen.empty() ? fs::path(environment("HOME")) / ".lockstep" : fs::path(chosen)) / "decoded";
}

template <typename Visit>
DecodedCaches visitCaches(Visit visit)
{
    DecodedCaches caches{cacheFolder()};
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(caches.folder, error)) {
        struct stat status {};
        if (entry.path().extension() != kEnding || ::lstat(entry.path().c_str(), &status) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        ++caches.files;
        caches.bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
        visit(entry.path());
    }
    return caches;
}

} // namespace

std::string fingerprintOf(const FolderListing& listing)
{
    Sha256 hash;
    const std::size_t folder = listing.folder().size();
    for (std::size_t i = 0; i < listing.size(); ++i) {
        const std::string path = listing.path(i);
        struct stat status {};
        ::stat(path.c_str(), &status); // one that is gone is damaged when its turn comes
        hash.update(std::string_view(path).substr(folder));
        for (const std::int64_t number : {std::int64_t{status.st_size}, std::int64_t{status.st_mtim.tv_sec},
                                          std::int64_t{status.st_mtim.tv_nsec}})
            hash.update('/' + std::to_string(number));
        hash.update("\n");
    }
    return hash.hexadecimal();
}

std::unique_ptr<DecodedFile> openDecodedCache(const FolderListing& listing, std::uint64_t bytes)
{
    if (bytes == 0)
        return nullptr;
    const std::string fingerprint = fingerprintOf(listing);
    return DecodedFile::open(cacheFolder() / (fingerprint + kEnding), fingerprint, listing.size(), bytes);
}

DecodedCaches decodedCaches()
{
    return visitCaches([](const fs::path&) {});
}

DecodedCaches dropDecodedCaches()
{
    return visitCaches([](const fs::path& file) {
        std::error_code error;
        fs::remove(file, error);
    });
}

} // namespace lockstep
