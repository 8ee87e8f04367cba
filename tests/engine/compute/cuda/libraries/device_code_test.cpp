// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

/// For which cards NVIDIA's libraries hold code: what a plan that was made without the card does not show.
namespace lockstep {
namespace {

namespace fs = std::filesystem;

template <typename T>
T read(const std::string& bytes, std::size_t at)
{
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

constexpr std::uint32_t kFatBinary = 0xBA55ED50;
constexpr std::size_t kFatHeader = 16;
/// Of the entries that hold machine code; others hold text for the driver to translate.
constexpr std::uint16_t kMachineCode = 2;

/// The architectures (75: sm_75) of the machine code in a library's fat binaries: each a header {magic u32,
/// version u16, its size u16, bytes u64} and entries {kind u16, version u16, its size u32, bytes u64, ...,
/// architecture u32 at 28}.
std::set<int> architecturesIn(const fs::path& library)
{
    std::ifstream file(library, std::ios::binary);
    EXPECT_TRUE(file) << library;
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::string magic(reinterpret_cast<const char*>(&kFatBinary), sizeof kFatBinary);
    std::set<int> architectures;
    for (std::size_t at = bytes.find(magic); at != std::string::npos && at + kFatHeader < bytes.size();
         at = bytes.find(magic, at + 4)) {
        if (read<std::uint16_t>(bytes, at + 4) != 1 || read<std::uint16_t>(bytes, at + 6) != kFatHeader)
            continue;
        const std::size_t end = at + kFatHeader + read<std::uint64_t>(bytes, at + 8);
        for (std::size_t entry = at + kFatHeader; entry + 32 <= std::min(end, bytes.size());
             entry += read<std::uint32_t>(bytes, entry + 4) + read<std::uint64_t>(bytes, entry + 8))
            if (read<std::uint16_t>(bytes, entry) == kMachineCode)
                architectures.insert(static_cast<int>(read<std::uint32_t>(bytes, entry + 28)));
    }
    return architectures;
}

fs::path folderOfCudnn()
{
    Dl_info info{};
    EXPECT_NE(dladdr(reinterpret_cast<void*>(&cudnnGetVersion), &info), 0);
    return fs::path(info.dli_fname).parent_path();
}

/// cuDNN plans for cards of Pascal (6.1) all the same.
TEST(LibrariesOfCuda13, HoldNoCodeForCardsBeforeTuring)
{
    for (const char* library : {"libcudnn_ops.so.9", "libcudnn_cnn.so.9"}) {
        const std::set<int> architectures = architecturesIn(folderOfCudnn() / library);
        for (const int served : {75, 80, 90})
            EXPECT_TRUE(architectures.contains(served)) << library << " sm_" << served;
        ASSERT_FALSE(architectures.empty());
        EXPECT_EQ(*architectures.begin() < 75, CUDART_VERSION < 13000)
            << library << " sm_" << *architectures.begin();
    }
}

} // namespace
} // namespace lockstep
