// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/folder_weight.h"

#include <sys/stat.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr int kFilesOfASlice = 256;
constexpr std::uint64_t kBlockBytes = 512; ///< of st_blocks, whatever the file system (stat(3type))

} // namespace

FolderWeight::FolderWeight(const std::string& path)
{
    std::error_code ignored;
    m_next = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, ignored);
    add(path);
}

void FolderWeight::add(const fs::path& path)
{
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0)
        m_bytes += static_cast<std::uint64_t>(status.st_blocks) * kBlockBytes;
}

void FolderWeight::advance()
{
    std::error_code error;
    for (int i = 0; i < kFilesOfASlice && !over(); ++i) {
        add(m_next->path());
        m_next.increment(error); // to the end where it fails
    }
}

} // namespace lockstep
