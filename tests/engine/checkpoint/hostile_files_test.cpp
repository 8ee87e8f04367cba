// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/pickle_reader.h"
#include "tests/engine/checkpoint/weights_fixture.h"
#include "tests/engine/support/sanitizer_price.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

namespace lockstep {
namespace {

using namespace pickle;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kStorage(16, '\1');

/// The error for a state_dict with one entry more than a good tensor of 2x2.
std::string errorWith(const std::string& value)
{
    return torchErrorOf(
        torchZip(dict({text("good"), tensor(4, 0, {2, 2}, {2, 1}), text("bad"), value}), {kStorage}));
}

std::string errorOfPickle(const std::string& body)
{
    return torchErrorOf(torchZip("\x80\x02" + body, {kStorage}));
}

TEST(HostilePickle, IsToldByNameWhatItWantedToCall)
{
    ASSERT_EQ(errorWith("N"), "accepted");
    const std::string shell = "(" + text("touch executed") + "tR";
    for (const auto& [module, name] :
         {std::pair("os", "system"), std::pair("posix", "system"), std::pair("subprocess", "Popen"),
          std::pair("builtins", "eval"), std::pair("__builtin__", "exec"), std::pair("torch", "load"),
          std::pair("torch.hub", "load"), std::pair("collections", "OrderedDict$"),
          std::pair("torch._utils", "_rebuild_qtensor"), std::pair("", "")})
        EXPECT_THAT(
            errorWith(global(module, name) + shell),
            HasSubstr("f wants to call \"" + std::string(module) + "." + name + "\". It was not called"));
    // The same by the operations of protocol 4, and as a name that nothing calls.
    EXPECT_THAT(errorWith(text("os") + text("system") + "\x93" + shell),
                HasSubstr("wants to call \"os.system\""));
    EXPECT_THAT(errorWith(global("os", "system")), HasSubstr("wants to call \"os.system\""));
    // A storage class is a name; calling it would allocate.
    EXPECT_THAT(errorWith(global("torch", "FloatStorage") + "(" + integer(1 << 30) + "tR"),
                HasSubstr("wants to call \"torch.FloatStorage\""));
    for (const auto& [operation, name] :
         {std::pair("i", "INST"), std::pair("o", "OBJ"), std::pair("\x81", "NEWOBJ"),
          std::pair("\x92", "NEWOBJ_EX"), std::pair("\x82", "EXT1"), std::pair("\x83", "EXT2"),
          std::pair("\x84", "EXT4")})
        EXPECT_THAT(errorWith(operation),
                    HasSubstr(std::string("wants to make an object (pickle operation ") + name));
    EXPECT_THAT(errorWith("}}b"), HasSubstr("wants to set the state of an object"));
    EXPECT_THAT(errorWith(tensor(4, 0, {1}, {1}) + "}b"), HasSubstr("f: its pickle is damaged"));
    EXPECT_FALSE(std::filesystem::exists("executed"));
}

TEST(HostilePickle, CannotBreakTheMachine)
{
    const auto damaged = HasSubstr("f: its pickle is damaged near byte");
    for (const char* body : {"",        ".",        "t.",      "a.",    "e.",          "s.",
                             "u.",      "}(Nu.",    "](Ne",    "N}s.",  "NNs.",        "Na.",
                             "NNa.",    "R.",       ")R.",     "N)R.",  "))R.",        "b.",
                             "Q.",      "h\5.",     "q\0",     "\x94.", "\x85.",       "N\x86.",
                             "NN\x87.", "(\x85.",   "N(\x85.", "](a.",  "\x93.",       "X\xff\xff\xff\xff",
                             "J\1",     "\x8a\xff", "GNNNN",   "c",     "cos\nsystem", "U\5a",
                             "\x95\1"})
        EXPECT_THAT(errorOfPickle(body), damaged) << ::testing::PrintToString(body);
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
    EXPECT_LT(usage.ru_maxrss, long{testing::kBytesOfMemoryPerByte} << 20); // KiB
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
    EXPECT_THAT(errorWith(tensor(4, 0, std::vector<std::int64_t>(17, 1), std::vector<std::int64_t>(17, 1))),
                noNumbers);
    const auto storage = HasSubstr("its storage has not as many bytes as its elements need");
    EXPECT_THAT(errorWith(tensor(5, 0, {2}, {1})), storage);
    EXPECT_THAT(errorWith(tensor(3, 0, {2}, {1})), storage);
    EXPECT_THAT(errorWith(tensor(4, 0, {2}, {1}, "DoubleStorage")), storage);
    EXPECT_EQ(errorWith(tensor(2, 0, {2}, {1}, "DoubleStorage")), "accepted");
    EXPECT_THAT(errorWith(tensor(-1, 0, {0}, {1})), HasSubstr("storage is not described as PyTorch does it"));
    EXPECT_THAT(torchErrorOf(torchZip(dict({text("a"), tensor(4, 0, {4}, {1})}))),
                HasSubstr("the zip archive has no entry \"archive/data/0\""));
    EXPECT_THAT(
        torchErrorOf(torchZip(dict({text("a"), tensor(4, 0, {4}, {1}), text("a"), tensor(4, 0, {4}, {1})}),
                              {kStorage})),
        HasSubstr("two tensors are named \"a\""));
    // A tensor's call with nonsense inside.
    const std::string rebuild = global("torch._utils", "_rebuild_tensor_v2");
    for (const char* arguments : {")", "(NNNNt", "(NNNNNNNNt", "(NQNNNt", "()QNNNt"})
        EXPECT_THAT(errorWith(rebuild + arguments + "R"), HasSubstr("not described as PyTorch does it"))
            << arguments;
}

TEST(HostileTensors, NamesCannotSpeakToATerminal)
{
    for (const char* name : {"a\x1b[2J", "a\nb", "\x7f",
                             "\xC2\x9B"
                             "2J"})
        EXPECT_THAT(torchErrorOf(torchZip(dict({text(name), tensor(4, 0, {4}, {1})}), {kStorage})),
                    HasSubstr("of a tensor holds control characters"));
    EXPECT_EQ(torchErrorOf(torchZip(dict({text("\xC3\x9B \xC2\xA0"), tensor(4, 0, {4}, {1})}), {kStorage})),
              "accepted");
}

TEST(HostileTensors, OldStorageViewsAreChecked)
{
    const auto view = [](std::int64_t first, std::int64_t elements) {
        const std::string id =
            tuple({text("storage"), global("torch", "FloatStorage"), text("0"), text("cpu"), integer(4),
                   tuple({text("1"), integer(first), integer(elements)})}) +
            "Q";
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

TEST(HostileLegacy, IsRefused)
{
    const std::string state = dict({text("a"), tensor(4, 0, {4}, {1})});
    const LegacyParts good = legacyParts(state, kStorage);
    const auto errorOf = [&](std::string LegacyParts::*part, const std::string& content) {
        LegacyParts parts = good;
        parts.*part = content;
        return torchErrorOf(parts.join());
    };
    ASSERT_EQ(torchErrorOf(good.join()), "accepted");
    EXPECT_THAT(errorOf(&LegacyParts::magic, "\x80\x02K\1."),
                HasSubstr("f is a pickle, but not one of torch.save"));
    EXPECT_THAT(errorOf(&LegacyParts::version, "\x80\x02K\1."), HasSubstr("expected 1001"));
    EXPECT_THAT(errorOf(&LegacyParts::system, dict({text("little_endian"), "\x89"})),
                HasSubstr("big-endian"));
    EXPECT_THAT(errorOf(&LegacyParts::system, "\x80\x02N."), HasSubstr("big-endian"));
    EXPECT_THAT(errorOf(&LegacyParts::system, "\x80\x02" + global("os", "system") + "."),
                HasSubstr("os.system"));
    const auto contradicts = HasSubstr("its storages are cut off or contradict the tensors");
    EXPECT_THAT(errorOf(&LegacyParts::keys, "\x80\x02N."), contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::keys, "\x80\x02]."), contradicts); // the tensor's storage is not there
    EXPECT_THAT(errorOf(&LegacyParts::keys, "\x80\x02]" + text("1") + "a."), contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::keys, "\x80\x02](" + text("0") + text("0") + "e."), contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::storages, ""), contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::storages, good.storages.substr(0, 20)), contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::storages, std::string(8, '\xff') + kStorage), contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::storages, std::string("\5\0\0\0\0\0\0\0", 8) + kStorage + kStorage),
                contradicts);
    // Two tensors that disagree about one storage.
    EXPECT_THAT(errorOf(&LegacyParts::content, dict({text("a"), tensor(4, 0, {4}, {1}), text("b"),
                                                     tensor(4, 0, {2}, {1}, "DoubleStorage")})),
                contradicts);
    EXPECT_THAT(errorOf(&LegacyParts::content, dict({text("a"), tensor(std::int64_t{1} << 47, 0, {4}, {1})})),
                contradicts);
}

} // namespace
} // namespace lockstep
