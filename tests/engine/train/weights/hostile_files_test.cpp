// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/weights/pickle_reader.h"
#include "engine/train/weights/zip_archive.h"
#include "engine/train/weights/zip_writer.h"
#include "tests/engine/train/weights/weights_fixture.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cstring>

namespace lockstep {
namespace {

using namespace pickle;
using testing::AllOf;
using testing::HasSubstr;

const std::string kStorage(16, '\1');

/// The error for a state_dict with one entry more than a good tensor of 2x2.
std::string errorWith(const std::string& value)
{
    return torchErrorOf(torchZip(dict({text("good"), tensor(4, 0, {2, 2}, {2, 1}), text("bad"), value}), {kStorage}));
}

std::string errorOfPickle(const std::string& body)
{
    return torchErrorOf(torchZip("\x80\x02" + body, {kStorage}));
}

TEST(HostilePickle, IsToldByNameWhatItWantedToCall)
{
    ASSERT_EQ(errorWith("N"), "accepted");
    const std::string shell = "(" + text("touch executed") + "tR";
    for (const auto& [module, name] : {std::pair("os", "system"), std::pair("posix", "system"),
                                       std::pair("subprocess", "Popen"), std::pair("builtins", "eval"),
                                       std::pair("__builtin__", "exec"), std::pair("torch", "load"),
                                       std::pair("torch.hub", "load"), std::pair("collections", "OrderedDict$"),
                                       std::pair("torch._utils", "_rebuild_qtensor"), std::pair("", "")})
        EXPECT_THAT(errorWith(global(module, name) + shell),
                    HasSubstr("f wants to call \"" + std::string(module) + "." + name + "\". It was not called"));
    // The same by the operations of protocol 4, and as a name that nothing calls.
    EXPECT_THAT(errorWith(text("os") + text("system") + "\x93" + shell), HasSubstr("wants to call \"os.system\""));
    EXPECT_THAT(errorWith(global("os", "system")), HasSubstr("wants to call \"os.system\""));
    // A storage class is a name; calling it would allocate.
    EXPECT_THAT(errorWith(global("torch", "FloatStorage") + "(" + integer(1 << 30) + "tR"),
                HasSubstr("wants to call \"torch.FloatStorage\""));
    for (const auto& [operation, name] : {std::pair("i", "INST"), std::pair("o", "OBJ"), std::pair("\x81", "NEWOBJ"),
                                          std::pair("\x92", "NEWOBJ_EX"), std::pair("\x82", "EXT1"),
                                          std::pair("\x83", "EXT2"), std::pair("\x84", "EXT4")})
        EXPECT_THAT(errorWith(operation), HasSubstr(std::string("wants to make an object (pickle operation ") + name));
    EXPECT_THAT(errorWith("}}b"), HasSubstr("wants to set the state of an object"));
    EXPECT_THAT(errorWith(tensor(4, 0, {1}, {1}) + "}b"), HasSubstr("f: its pickle is damaged"));
    EXPECT_FALSE(std::filesystem::exists("executed"));
}

TEST(HostilePickle, CannotBreakTheMachine)
{
    const auto damaged = HasSubstr("f: its pickle is damaged near byte");
    for (const char* body : {"", ".", "t.", "a.", "e.", "s.", "u.", "}(Nu.", "](Ne", "N}s.", "NNs.", "Na.", "NNa.",
                             "R.", ")R.", "N)R.", "))R.", "b.", "Q.", "h\5.", "q\0", "\x94.", "\x85.", "N\x86.", "NN\x87.",
                             "(\x85.", "N(\x85.", "](a.", "\x93.", "X\xff\xff\xff\xff", "J\1", "\x8a\xff", "GNNNN", "c",
                             "cos\nsystem", "U\5a", "\x95\1"})
        EXPECT_THAT(errorOfPickle(body), damaged) << testing::PrintToString(body);
    EXPECT_THAT(errorOfPickle("\xff"), HasSubstr("is the operation 255, which no file of tensors needs"));
    EXPECT_THAT(errorOfPickle("I1\n."), HasSubstr("is the operation 73"));
    EXPECT_THAT(errorOfPickle("B\1\0\0\0x."), HasSubstr("is the operation 66"));
    EXPECT_THAT(torchErrorOf(torchZip("\x80\x06N.")), HasSubstr("protocol 6"));
    EXPECT_THAT(errorOfPickle(text("\xC3")), HasSubstr("a text in its pickle is not UTF-8"));
}

TEST(HostilePickle, MayHoldItself)
{
    const std::string self = "]q\1h\1a"; // a list in itself
    EXPECT_EQ(errorWith(self), "accepted");
    EXPECT_EQ(errorWith("}q\2(" + text("me") + "h\2u"), "accepted");
    EXPECT_THAT(errorOfPickle(self + "."), HasSubstr("holds no tensors by name"));
    // state_dict in state_dict in itself
    EXPECT_THAT(errorOfPickle("}q\1(" + text("state_dict") + "h\1u."), HasSubstr("holds no tensors by name"));
}

TEST(HostilePickle, CannotTakeMuchMemory)
{
    // Lists of lists of lists, each ten times the one before: shared, so a few bytes here, 10^30 as a tree.
    std::string laughs = "]q\1";
    for (char level = 1; level <= 30; ++level) {
        laughs += "](";
        for (int i = 0; i < 10; ++i)
            laughs += std::string("h") + level;
        laughs += std::string("eq") + static_cast<char>(level + 1);
    }
    EXPECT_EQ(errorWith(laughs), "accepted");
    EXPECT_THAT(errorOfPickle(std::string(2 * kMaxPickleOperations, 'N') + "."), HasSubstr("has more than"));
    // One list of 1000 pairs, made into an OrderedDict again and again.
    std::string pairs = "](";
    for (int i = 0; i < 1000; ++i)
        pairs += text(std::to_string(i)) + "N\x86";
    std::string dicts = pairs + "eq\1";
    for (int i = 0; i < 2000; ++i)
        dicts += global("collections", "OrderedDict") + "(h\1tR";
    EXPECT_THAT(errorOfPickle(dicts + "."), HasSubstr("has more than"));

    rusage usage{};
    ASSERT_EQ(::getrusage(RUSAGE_SELF, &usage), 0);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr long kSanitizers = 8; // they remember every byte's history
#else
    constexpr long kSanitizers = 1;
#endif
    EXPECT_LT(usage.ru_maxrss, kSanitizers << 20); // KiB
}

TEST(HostileTensors, AreCheckedBeforeTheyAreRead)
{
    const auto larger = HasSubstr("f, \"bad\": the tensor is larger than its storage.");
    constexpr std::int64_t kHuge = std::int64_t{1} << 47;
    EXPECT_EQ(errorWith(tensor(4, 3, {1}, {1})), "accepted");
    EXPECT_EQ(errorWith(tensor(4, 4, {0, 5}, {1, 1})), "accepted"); // nothing of it is read
    EXPECT_THAT(errorWith(tensor(4, 4, {1}, {1})), larger);
    EXPECT_THAT(errorWith(tensor(4, 0, {5}, {1})), larger);
    EXPECT_THAT(errorWith(tensor(4, 0, {2, 2}, {3, 1})), larger);
    EXPECT_THAT(errorWith(tensor(4, 1, {2, 2}, {2, 1})), larger);
    EXPECT_THAT(errorWith(tensor(4, 0, {kHuge, kHuge}, {1, 1})), larger);
    EXPECT_THAT(errorWith(tensor(4, 0, {kHuge}, {kHuge})), larger);
    EXPECT_THAT(errorWith(tensor(4, 0, {2, kHuge, kHuge, kHuge}, {0, 0, 0, 0})), larger);
    EXPECT_THAT(errorWith(tensor(4, 0, {kHuge}, {0})), HasSubstr("far more memory than the file has bytes"));
    EXPECT_EQ(errorWith(tensor(4, 0, {1000, 1000}, {0, 0})), "accepted");
    const auto noNumbers = HasSubstr("offset, sizes and strides are not numbers that fit together");
    EXPECT_THAT(errorWith(tensor(4, -1, {1}, {1})), noNumbers);
    EXPECT_THAT(errorWith(tensor(4, 0, {-1}, {1})), noNumbers);
    EXPECT_THAT(errorWith(tensor(4, 3, {2}, {-1})), noNumbers);
    EXPECT_THAT(errorWith(tensor(4, 0, {2, 2}, {1})), noNumbers);
    EXPECT_THAT(errorWith(tensor(4, 0, {INT64_MAX}, {INT64_MAX})), noNumbers);
    EXPECT_THAT(errorWith(tensor(4, 0, std::vector<std::int64_t>(17, 1), std::vector<std::int64_t>(17, 1))), noNumbers);
    const auto storage = HasSubstr("its storage has not as many bytes as its elements need");
    EXPECT_THAT(errorWith(tensor(5, 0, {2}, {1})), storage);
    EXPECT_THAT(errorWith(tensor(3, 0, {2}, {1})), storage);
    EXPECT_THAT(errorWith(tensor(4, 0, {2}, {1}, "DoubleStorage")), storage);
    EXPECT_EQ(errorWith(tensor(2, 0, {2}, {1}, "DoubleStorage")), "accepted");
    EXPECT_THAT(errorWith(tensor(-1, 0, {0}, {1})), HasSubstr("storage is not described as PyTorch does it"));
    EXPECT_THAT(torchErrorOf(torchZip(dict({text("a"), tensor(4, 0, {4}, {1})}))),
                HasSubstr("the zip archive has no entry \"archive/data/0\""));
    EXPECT_THAT(torchErrorOf(torchZip(dict({text("a"), tensor(4, 0, {4}, {1}), text("a"), tensor(4, 0, {4}, {1})}),
                                      {kStorage})),
                HasSubstr("two tensors are named \"a\""));
    // A tensor's call with nonsense inside.
    const std::string rebuild = global("torch._utils", "_rebuild_tensor_v2");
    for (const char* arguments : {")", "(NNNNt", "(NNNNNNNNt", "(NQNNNt", "()QNNNt"})
        EXPECT_THAT(errorWith(rebuild + arguments + "R"), HasSubstr("not described as PyTorch does it")) << arguments;
}

TEST(HostileTensors, NamesCannotSpeakToATerminal)
{
    for (const char* name : {"a\x1b[2J", "a\nb", "\x7f", "\xC2\x9B" "2J"})
        EXPECT_THAT(torchErrorOf(torchZip(dict({text(name), tensor(4, 0, {4}, {1})}), {kStorage})),
                    HasSubstr("of a tensor holds control characters"));
    EXPECT_EQ(torchErrorOf(torchZip(dict({text("\xC3\x9B \xC2\xA0"), tensor(4, 0, {4}, {1})}), {kStorage})),
              "accepted");
}

TEST(HostileTensors, OldStorageViewsAreChecked)
{
    const auto view = [](std::int64_t first, std::int64_t elements) {
        const std::string id = tuple({text("storage"), global("torch", "FloatStorage"), text("0"), text("cpu"),
                                      integer(4), tuple({text("1"), integer(first), integer(elements)})}) + "Q";
        return global("torch._utils", "_rebuild_tensor") +
               tuple({id, integer(1), tuple({integer(1)}), tuple({integer(1)})}) + "R";
    };
    const std::string values("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40", 16); // 1 2 3 4
    const TorchFile file = parseTorchFile(torchZip(dict({text("a"), view(2, 2)}), {values}), "f");
    EXPECT_EQ(file.tensors.at(0).values, std::vector<float>{4});
    EXPECT_THAT(errorWith(view(3, 1)), HasSubstr("larger than its storage"));
    EXPECT_THAT(errorWith(view(3, 2)), HasSubstr("not described as PyTorch does it"));
    EXPECT_THAT(errorWith(view(5, 0)), HasSubstr("not described as PyTorch does it"));
}

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
        const auto crc = static_cast<std::uint32_t>(::crc32(
            0, reinterpret_cast<const Bytef*>(entry.content.data()), static_cast<uInt>(entry.content.size())));
        const std::uint16_t none = 0;
        const std::string local = entry.localName.empty() ? entry.name : entry.localName;
        const auto header = static_cast<std::uint32_t>(
            entry.header < 0 ? static_cast<std::int64_t>(bytes.size()) : entry.header);
        bytes += "PK\3\4" + numbers(none, entry.flags, entry.method, none, none, crc, entry.bytes, entry.bytes,
                                    static_cast<std::uint16_t>(local.size()), none) + local + entry.content;
        directory += "PK\1\2" + numbers(none, none, entry.flags, entry.method, none, none, crc, entry.bytes,
                                        entry.bytes, static_cast<std::uint16_t>(entry.name.size()), none, none, none,
                                        none, std::uint32_t{0}, header) + entry.name;
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
    const auto damaged = HasSubstr("f is a damaged zip archive: its directory is cut off or contradicts itself.");
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
    EXPECT_THAT(zipErrorOf({{}, {.name = "archive/data/00", .header = 0, .localName = "archive/data/00"}}), damaged);
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
    EXPECT_THAT(zipErrorOf({{.name = "../../etc/data.pkl"}}), HasSubstr("holds no tensors")); // read, not opened
    EXPECT_THAT(zipErrorOf({{.name = "/etc/passwd"}}), HasSubstr("it has 0 entries"));
    const std::string escape = global("torch._utils", "_rebuild_tensor_v2") +
                               tuple({tuple({text("storage"), global("torch", "FloatStorage"),
                                             text("../../../etc/passwd"), text("cpu"), integer(1)}) + "Q",
                                      integer(0), tuple({integer(1)}), tuple({integer(1)}), "\x89", "}"}) + "R";
    EXPECT_THAT(errorWith(escape), HasSubstr("has no entry \"archive/data/../../../etc/passwd\""));
}

TEST(ZipWriter, UsesZip64FieldsFromAChosenSize)
{
    for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{0xFFFFFFFF}}) {
        std::string bytes;
        ZipWriter writer([&](std::span<const std::byte> piece) {
            bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
        }, from);
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
