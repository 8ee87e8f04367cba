// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/zip_archive.h"

#include "engine/checkpoint/torch/zip_writer.h"
#include "tests/engine/checkpoint/weights_fixture.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <cstdlib>

namespace lockstep {
namespace {

using namespace pickle;
using ::testing::HasSubstr;

/// A zip archive whose entries are written by hand, so that they can lie.
struct HandMadeZip {
    struct Entry {
        std::string name = "archive/data.pkl";
        std::string content = "N.";
        std::uint16_t flags = 0;
        std::uint16_t method = 0;
        std::uint32_t bytes = 2;
        std::int64_t header = -1; ///< -1: the true place
        std::string localName{};
    };
    std::string bytes;
    std::string directory;
    std::uint16_t count = 0;

    template <typename... Numbers>
    static std::string numbers(Numbers... all)
    {
        std::string text;
        (text.append(reinterpret_cast<const char*>(&all), sizeof all), ...);
        return text;
    }
    void add(const Entry& entry)
    {
        const auto crc =
            static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(entry.content.data()),
                                               static_cast<uInt>(entry.content.size())));
        const std::uint16_t none = 0;
        const std::string local = entry.localName.empty() ? entry.name : entry.localName;
        const auto header = static_cast<std::uint32_t>(
            entry.header < 0 ? static_cast<std::int64_t>(bytes.size()) : entry.header);
        bytes += "PK\3\4" +
                 numbers(none, entry.flags, entry.method, none, none, crc, entry.bytes, entry.bytes,
                         static_cast<std::uint16_t>(local.size()), none) +
                 local + entry.content;
        directory += "PK\1\2" +
                     numbers(none, none, entry.flags, entry.method, none, none, crc, entry.bytes, entry.bytes,
                             static_cast<std::uint16_t>(entry.name.size()), none, none, none, none,
                             std::uint32_t{0}, header) +
                     entry.name;
        ++count;
    }
    std::string finish() const
    {
        return bytes + directory + "PK\5\6" +
               numbers(std::uint32_t{0}, count, count, static_cast<std::uint32_t>(directory.size()),
                       static_cast<std::uint32_t>(bytes.size()), std::uint16_t{0});
    }
};

std::string zipErrorOf(const std::vector<HandMadeZip::Entry>& entries)
{
    HandMadeZip zip;
    for (const auto& entry : entries)
        zip.add(entry);
    return torchErrorOf(zip.finish());
}

TEST(HostileZip, IsRefused)
{
    const auto damaged =
        HasSubstr("f is a damaged zip archive: its directory is cut off or contradicts itself.");
    ASSERT_THAT(zipErrorOf({{}}), HasSubstr("holds no tensors"));
    EXPECT_THAT(zipErrorOf({{.method = 8}}), HasSubstr("\"archive/data.pkl\" is compressed"));
    EXPECT_THAT(zipErrorOf({{.flags = 1}}), HasSubstr("\"archive/data.pkl\" is encrypted"));
    EXPECT_THAT(zipErrorOf({{}, {}}), HasSubstr("two entries are named \"archive/data.pkl\""));
    EXPECT_THAT(zipErrorOf({{}, {.name = "b/data.pkl"}}), HasSubstr("it has 2 entries .../data.pkl"));
    EXPECT_THAT(zipErrorOf({{.name = "readme.txt"}}), HasSubstr("it has 0 entries .../data.pkl"));
    EXPECT_THAT(zipErrorOf({{.bytes = 3}}), damaged);
    EXPECT_THAT(zipErrorOf({{.bytes = 0x7FFFFFFF}}), damaged);
    EXPECT_THAT(zipErrorOf({{.bytes = 0xFFFFFFFF}}), damaged); // the zip64 field is not there
    EXPECT_THAT(zipErrorOf({{.header = 1}}), damaged);
    EXPECT_THAT(zipErrorOf({{.header = 0x7FFFFFFF}}), damaged);
    EXPECT_THAT(zipErrorOf({{.localName = "archive/data.pkx"}}), damaged);
    // Two names for the same bytes, as in the bombs of overlapping entries.
    EXPECT_THAT(zipErrorOf({{}, {.name = "archive/data/00", .header = 0, .localName = "archive/data/00"}}),
                damaged);
    HandMadeZip nested; // the second lies within the first's content
    HandMadeZip inner;
    inner.add({.name = "b"});
    nested.add({.content = inner.bytes, .bytes = static_cast<std::uint32_t>(inner.bytes.size())});
    nested.add({.name = "b", .header = 46});
    EXPECT_THAT(torchErrorOf(nested.finish()), HasSubstr("f: entries of the zip archive overlap."));

    std::string bytes = torchZip("\x80\x02N.");
    EXPECT_THAT(torchErrorOf(bytes + "x"), damaged);
    const std::size_t content = bytes.find("\x80\x02N.");
    bytes[content + 2] ^= 1;
    EXPECT_THAT(torchErrorOf(bytes),
                HasSubstr("f is damaged: the CRC-32 of the entry \"archive/data.pkl\" is not the one"));
}

TEST(HostileZip, NamesAreNeverPaths)
{
    EXPECT_THAT(zipErrorOf({{.name = "../../etc/data.pkl"}}),
                HasSubstr("holds no tensors")); // read, not opened
    EXPECT_THAT(zipErrorOf({{.name = "/etc/passwd"}}), HasSubstr("it has 0 entries"));
    const std::string escape = global("torch._utils", "_rebuild_tensor_v2") +
                               tuple({tuple({text("storage"), global("torch", "FloatStorage"),
                                             text("../../../etc/passwd"), text("cpu"), integer(1)}) +
                                          "Q",
                                      integer(0), tuple({integer(1)}), tuple({integer(1)}), "\x89", "}"}) +
                               "R";
    EXPECT_THAT(torchErrorOf(torchZip(dict({text("a"), escape}))),
                HasSubstr("has no entry \"archive/data/../../../etc/passwd\""));
}

TEST(ZipWriter, UsesZip64FieldsFromAChosenSize)
{
    for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{0xFFFFFFFF}}) {
        std::string bytes;
        ZipWriter writer(
            [&](std::span<const std::byte> piece) {
                bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
            },
            from);
        const std::string large(300, 'l');
        writer.add("archive/small", std::as_bytes(std::span("small", 5)));
        writer.add("archive/large", std::as_bytes(std::span(large)));
        writer.finish();
        const ZipArchive archive(bytes, "f");
        EXPECT_EQ(archive.read("archive/small"), "small");
        EXPECT_EQ(archive.read("archive/large"), large);
        EXPECT_EQ((archive.read("archive/large").data() - bytes.data()) % 64, 0);
        TemporaryFolder folder;
        writeBytes(folder / "a.zip", bytes);
        const std::string command = "/usr/bin/python3 -m zipfile -t " + (folder / "a.zip") + " > /dev/null";
        EXPECT_EQ(std::system(command.c_str()), 0);
    }
}

} // namespace
} // namespace lockstep
