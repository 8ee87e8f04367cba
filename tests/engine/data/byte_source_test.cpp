// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/byte_source.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <filesystem>

#include <sys/stat.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;

std::string readAll(const std::string& path)
{
    ByteSource source(path);
    std::string all;
    std::vector<std::uint8_t> piece(70001);
    while (const std::size_t got = source.read(piece))
        all.append(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    EXPECT_EQ(source.delivered(), all.size());
    return all;
}

std::string noise(std::size_t size)
{
    std::string text;
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < size; ++i)
        text.push_back(static_cast<char>((state = state * 1664525 + 1013904223) >> 24));
    return text;
}

TEST(ByteSource, DeliversPlainAndGzipContentAlike)
{
    const ScratchFolder folder;
    const std::string content = noise(300000);
    EXPECT_EQ(readAll(folder.write("plain", content)), content);
    EXPECT_EQ(readAll(folder.write("packed", gzip(content))), content);
    EXPECT_EQ(readAll(folder.write("empty", "")), "");
}

TEST(ByteSource, AcceptsAHeaderNameWithADot)
{
    const ScratchFolder folder;
    EXPECT_EQ(readAll(folder.write("named", gzip("content", "train-images.idx3-ubyte"))), "content");
}

TEST(ByteSource, JoinsGzipMembersAndSkipsZeroPadding)
{
    const ScratchFolder folder;
    const std::string big = noise(200000);
    const std::string path = folder.write("members", gzip("one ") + gzip("") + gzip(big) +
                                                         std::string(1000, '\0') + gzip(" four"));
    EXPECT_EQ(readAll(path), "one " + big + " four");
    EXPECT_EQ(readAll(folder.write("padded", gzip("content") + std::string(512, '\0'))), "content");
}

TEST(ByteSource, NamesATruncatedGzipFileWhereverItWasCut)
{
    const ScratchFolder folder;
    const std::string whole = gzip(noise(3000));
    for (std::size_t kept = 2; kept < whole.size(); kept += 101) {
        const std::string path = folder.write("cut.gz", whole.substr(0, kept));
        const std::string message = dataErrorOf([&] { readAll(path); });
        EXPECT_THAT(message, HasSubstr("cut.gz is cut short"));
        EXPECT_THAT(message, HasSubstr("after " + std::to_string(kept) + " bytes"));
    }
    // The last bytes are the checksum: without them the content is whole but unproven.
    const std::string path = folder.write("cut.gz", whole.substr(0, whole.size() - 1));
    EXPECT_THAT(dataErrorOf([&] { readAll(path); }), HasSubstr("cut short"));
}

TEST(ByteSource, NamesDamagedGzipContent)
{
    const ScratchFolder folder;
    const std::string whole = gzip(noise(3000) + std::string(3000, 'a'));
    std::string wrongSum = whole;
    wrongSum[whole.size() - 6] = static_cast<char>(wrongSum[whole.size() - 6] ^ 1);
    EXPECT_THAT(dataErrorOf([&] { readAll(folder.write("sum.gz", wrongSum)); }),
                HasSubstr("sum.gz is damaged"));
    EXPECT_THAT(dataErrorOf([&] { readAll(folder.write("tail.gz", whole + "<html>")); }),
                HasSubstr("goes on with something that is not gzip"));
}

TEST(ByteSource, RefusesWhatUnfoldsToTooMuch)
{
    const ScratchFolder folder;
    const std::string path = folder.write("bomb.gz", gzipOfZeros("", 72u << 20));
    ByteSource source(path);
    std::vector<std::uint8_t> piece(1u << 20);
    const std::string message = dataErrorOf([&] {
        while (source.read(piece) > 0) {
        }
    });
    EXPECT_THAT(message, HasSubstr("more than 250 times its size"));
    EXPECT_LT(source.delivered(), std::uint64_t{70} << 20);
}

TEST(ByteSource, NamesWhatIsNoFile)
{
    const ScratchFolder folder;
    EXPECT_THAT(dataErrorOf([&] { ByteSource source(folder.path("absent")); }),
                HasSubstr("absent cannot be read: No such file"));
    EXPECT_THAT(dataErrorOf([&] { ByteSource source(folder.path()); }), HasSubstr("not a regular file"));
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    EXPECT_THAT(dataErrorOf([&] { ByteSource source(folder.path("pipe")); }),
                HasSubstr("not a regular file"));
}

} // namespace
} // namespace lockstep
