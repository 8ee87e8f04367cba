// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cache_files.h"

#include "engine/core/files.h"
#include "engine/core/sha256.h"
#include "engine/protocol/descriptor.h"

#include <fcntl.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

namespace lockstep::cuda {
namespace {

void dropOldFiles(const std::filesystem::path& folder, const std::filesystem::path& ending, std::size_t most)
{
    std::error_code error;
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ending)
            files.emplace_back(entry.last_write_time(error), entry.path());
    std::sort(files.rbegin(), files.rend());
    for (std::size_t i = most; i < files.size(); ++i)
        std::filesystem::remove(files[i].second, error);
}

} // namespace

std::string digestOf(std::string_view text)
{
    Sha256 sha;
    sha.update(text);
    return sha.hexadecimal();
}

std::optional<std::string> readCacheFile(const std::filesystem::path& folder, const std::string& name,
                                         std::uintmax_t mostBytes)
{
    std::error_code error;
    if (folder.empty() || std::filesystem::file_size(folder / name, error) > mostBytes || error)
        return std::nullopt;
    std::ifstream file(folder / name, std::ios::binary);
    std::string expected;
    if (!std::getline(file, expected))
        return std::nullopt;
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (digestOf(content) != expected)
        return std::nullopt;
    return content;
}

void writeCacheFile(const std::filesystem::path& folder, const std::string& name, std::string_view content,
                    std::size_t mostFiles)
{
    if (folder.empty())
        return;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!error && open && replaceFile(open.get(), name, digestOf(content) + '\n' + std::string(content)) == 0)
        dropOldFiles(folder, std::filesystem::path(name).extension(), mostFiles);
}

} // namespace lockstep::cuda
