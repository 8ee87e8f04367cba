// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/paddle_json.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace lockstep::testing;

/// One image: `value(p)` as text for p = 0 ... 783.
std::string image(const std::function<std::string(int)>& value, int pixels = 784)
{
    std::string text = "[";
    for (int p = 0; p < pixels; ++p)
        text += (p > 0 ? ", " : "") + value(p);
    return text + "]";
}

std::string constantImage(const std::string& value)
{
    return image([&](int) { return value; });
}

std::string split(const std::vector<std::string>& images, const std::string& labels)
{
    std::string text = "[[";
    for (std::size_t i = 0; i < images.size(); ++i)
        text += (i > 0 ? "," : "") + images[i];
    return text + "], [" + labels + "]]";
}

/// A file whose training set is `training`; the others hold one image of zeros each.
std::string fileWith(const std::string& training)
{
    const std::string other = split({constantImage("0")}, "3");
    return "[" + training + ",\n" + other + "," + other + "]\n";
}

std::string errorOf(const std::string& content)
{
    const ScratchFolder folder;
    const std::string path = folder.write("mnist.json.gz", gzip(content));
    return dataErrorOf([&] { readPaddleJson(path); });
}

/// The pixels 0/255 ... 255/255 in one of the three ways of writing them.
class PaddleJsonRange : public ::testing::TestWithParam<int> {};

TEST_P(PaddleJsonRange, IsRecognised)
{
    const auto value = [](int p) -> std::string {
        const int code = p % 256;
        switch (GetParam()) {
        case 0:
            return std::to_string(code);
        case 1:
            return std::to_string(code / 255.0);
        default:
            return std::to_string(code / 127.5 - 1);
        }
    };
    const ScratchFolder folder;
    const std::string path = folder.write("mnist.json.gz", gzip(fileWith(split({image(value)}, "7"))));
    const DataSplits data = readPaddleJson(path);
    std::vector<float> values(784);
    EXPECT_EQ(data.training->read(0, {}, values), 7);
    for (std::size_t p = 0; p < values.size(); ++p)
        EXPECT_NEAR(values[p], (static_cast<double>(p % 256) / 255 - 0.1307) / 0.3081, 1e-5) << p;
}

INSTANTIATE_TEST_SUITE_P(Ranges, PaddleJsonRange, ::testing::Values(0, 1, 2));

TEST(PaddleJson, ReadsThreeSetsWithPlainAndListedLabels)
{
    const ScratchFolder folder;
    const std::string one = constantImage("0.5");
    const std::string path =
        folder.write("mnist.json", "[" + split({one, one}, "5, [0]") + "," + split({one}, "9.0") + "," +
                                       split({one}, "[1]") + "]");
    const DataSplits data = readPaddleJson(path);
    std::vector<float> values(784);
    ASSERT_EQ(data.training->size(), 2u);
    EXPECT_EQ(data.training->read(0, {}, values), 5);
    EXPECT_EQ(data.training->read(1, {}, values), 0);
    EXPECT_EQ(data.validation->read(0, {}, values), 9);
    EXPECT_EQ(data.evaluation->read(0, {}, values), 1);
}

TEST(PaddleJson, KeepsMoreThan256DifferentValuesExactly)
{
    const ScratchFolder folder;
    const auto value = [](int p) { return std::to_string(p) + "e-3"; };
    const std::string path = folder.write("fine.json", fileWith(split({image(value)}, "1")));
    std::vector<float> values(784);
    readPaddleJson(path).training->read(0, {}, values);
    for (std::size_t p = 0; p < values.size(); ++p)
        EXPECT_NEAR(values[p], (static_cast<double>(p) / 1000 - 0.1307) / 0.3081, 1e-6);
}

TEST(PaddleJson, AcceptsNestedImages)
{
    std::string rows = "[[";
    for (int row = 0; row < 28; ++row)
        rows += (row > 0 ? ",[" : "[") + image([](int) { return std::string("1"); }, 28).substr(1);
    const ScratchFolder folder;
    const std::string path = folder.write("nested.json", fileWith(split({rows + "]]"}, "1")));
    EXPECT_EQ(readPaddleJson(path).training->size(), 1u);
}

TEST(PaddleJson, NamesBothCountsThatDiffer)
{
    const std::string one = constantImage("0");
    EXPECT_THAT(errorOf(fileWith(split({one, one, one}, "1,2"))),
                AllOf(HasSubstr("training set has 3 images but 2 labels")));
}

TEST(PaddleJson, NamesImagesOfAnotherSize)
{
    EXPECT_THAT(errorOf(fileWith(split({image([](int) { return std::string("1"); }, 783)}, "1"))),
                HasSubstr("image 0 of the training set has 783 values; expected 784"));
    EXPECT_THAT(errorOf(fileWith(split({image([](int) { return std::string("1"); }, 785)}, "1"))),
                HasSubstr("image 0 of the training set has more than 784"));
}

TEST(PaddleJson, NamesLabelsThatAreNoClass)
{
    for (const std::string label : {"10", "-1", "2.5", "1e300"})
        EXPECT_THAT(
            errorOf(fileWith(split({constantImage("0")}, label))),
            AllOf(HasSubstr("label 0 of the training set"), HasSubstr("expected a class from 0 to 9")));
}

TEST(PaddleJson, NamesPixelsOutsideEveryRange)
{
    EXPECT_THAT(errorOf(fileWith(split({constantImage("256")}, "1"))), HasSubstr("has a pixel of 256"));
    EXPECT_THAT(errorOf(fileWith(split({constantImage("-2")}, "1"))), HasSubstr("has a pixel of -2"));
    EXPECT_THAT(errorOf(fileWith(split({constantImage("-1"), constantImage("255")}, "1,2"))),
                HasSubstr("expected 0..255, 0..1 or -1..1"));
}

TEST(PaddleJson, NamesAnotherStructure)
{
    const std::string set = split({constantImage("0")}, "1");
    EXPECT_THAT(errorOf("[" + set + "," + set + "]"), HasSubstr("holds 2 sets; expected three"));
    EXPECT_THAT(errorOf("[" + set + "," + set + "," + set + "," + set + "]"),
                HasSubstr("more than three sets"));
    EXPECT_THAT(errorOf("{\"train\": []}"), HasSubstr("holds \"{\" at byte 0"));
    EXPECT_THAT(errorOf("[[[\"abc\"]]]"), HasSubstr("only lists of numbers"));
    EXPECT_THAT(errorOf("[[1, 2], [3, 4], [5, 6]]"), HasSubstr("a number where a list belongs"));
    EXPECT_THAT(errorOf("[[[[1]]]]"), HasSubstr("has 1 values; expected 784"));
    EXPECT_THAT(errorOf("[[[]]]"), HasSubstr("a set without its two lists"));
    EXPECT_THAT(errorOf("[[[],[]],[[],[]],[[],[]]]"), HasSubstr("training set holds no image"));
    EXPECT_THAT(errorOf(""), HasSubstr("ends after 0 bytes"));
    EXPECT_THAT(errorOf("[[[1,,2]]]"), HasSubstr("a number where a list belongs"));
    EXPECT_THAT(errorOf("[[[[1,,2]]]]"), HasSubstr("holds \",\" at byte 6"));
    EXPECT_THAT(errorOf(fileWith(set).substr(0, 1500)), HasSubstr("before its lists are closed"));
    EXPECT_THAT(errorOf(fileWith(set) + "]"), HasSubstr("holds \"]\" at byte"));
    EXPECT_THAT(errorOf("[[[[1-2]]]]"), HasSubstr("which is no number"));
    EXPECT_THAT(errorOf("[[[[1 2]]]]"), HasSubstr("holds \"2\" at byte 6"));
    EXPECT_THAT(errorOf("[[[[1,]]]]"), HasSubstr("holds \"]\" at byte 6"));
    EXPECT_THAT(errorOf("[[[[nan]]]]"), HasSubstr("holds \"n\" at byte 4"));
    EXPECT_THAT(errorOf("[[[[1e999]]]]"), HasSubstr("which is no number"));
}

TEST(PaddleJson, RefusesAMillionImagesOfZerosWithBoundedMemory)
{
    // Two bytes of text for each pixel, and a thousandth of that as gzip.
    const ScratchFolder folder;
    std::string text = "[[[";
    const std::string zeros = constantImage("0") + ",";
    while (text.size() < 72u << 20)
        text += zeros;
    const std::string path = folder.write("zeros.json.gz", gzip(text));
    text = {};
    std::string message;
    EXPECT_LT(peakGrowth([&] { message = dataErrorOf([&] { readPaddleJson(path); }); }),
              std::int64_t{160} << 20);
    EXPECT_THAT(message, HasSubstr("more than 250 times its size"));
}

TEST(PaddleJson, BoundsMemoryForEveryKindOfEndlessContent)
{
    const ScratchFolder folder;
    const auto errorOfEndless = [&](const std::string& head, char endless, std::size_t megabytes = 24) {
        std::string text = head;
        text.append(megabytes << 20, endless);
        const std::string path = folder.write("endless.json.gz", gzip(text));
        text = {};
        std::string message;
        EXPECT_LT(peakGrowth([&] { message = dataErrorOf([&] { readPaddleJson(path); }); }),
                  std::int64_t{8} << 20);
        return message;
    };
    EXPECT_THAT(errorOfEndless("", '['), HasSubstr("lists within too many lists"));
    EXPECT_THAT(errorOfEndless("[[[[", '1'), HasSubstr("a number of more than 64 characters"));
    EXPECT_THAT(errorOfEndless("[[[[1,\"", 'x'), HasSubstr("only lists of numbers"));
    EXPECT_THAT(errorOfEndless("[", ' ', 72), HasSubstr("more than 250 times its size"));
    EXPECT_THAT(errorOfEndless("[[[[1", ','), HasSubstr("holds \",\" at byte 6"));
}

} // namespace
} // namespace lockstep
