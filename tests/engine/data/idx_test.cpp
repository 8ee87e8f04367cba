// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/dataset.h"
#include "engine/data/idx.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace lockstep::testing;

DataSpec mnistAt(const std::string& path)
{
    DataSpec spec;
    spec.kind = DataKind::Mnist;
    spec.path = path;
    return spec;
}

/// The four files of a small set; tests overwrite the one they damage.
void writeSet(const ScratchFolder& folder, const std::string& dash = "-idx")
{
    folder.write("train-images" + dash + "3-ubyte", idxImages(3, 4, 5));
    folder.write("train-labels" + dash + "1-ubyte", idxLabels({9, 0, 4}));
    folder.write("t10k-images" + dash + "3-ubyte.gz", gzip(idxImages(2, 4, 5)));
    folder.write("t10k-labels" + dash + "1-ubyte.gz", gzip(idxLabels({1, 2})));
}

std::string openError(const ScratchFolder& folder)
{
    return dataErrorOf([&] { openData(mnistAt(folder.path()), 1); });
}

TEST(Idx, ReadsImagesAndLabelsNormalised)
{
    const ScratchFolder folder;
    writeSet(folder);
    const DataSplits data = openData(mnistAt(folder.path()), 1);
    ASSERT_EQ(data.training->size(), 3u);
    EXPECT_EQ(data.validation->size(), 2u);
    EXPECT_EQ(data.evaluation, nullptr);
    EXPECT_EQ(data.training->sampleShape(), (Shape{1, 4, 5}));
    EXPECT_EQ(data.training->classes(), 10);
    std::vector<float> values(20);
    EXPECT_EQ(data.training->read(2, {}, values), 4);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double pixel = static_cast<double>((40 + i) * 7 % 256) / 255;
        EXPECT_NEAR(values[i], (pixel - 0.1307) / 0.3081, 1e-6);
    }
}

TEST(Idx, FindsFilesNamedWithADot)
{
    const ScratchFolder folder;
    writeSet(folder, ".idx");
    EXPECT_EQ(openData(mnistAt(folder.path()), 1).training->size(), 3u);
}

TEST(Idx, NamesAFileThatIsMissing)
{
    const ScratchFolder folder;
    writeSet(folder);
    std::filesystem::remove(folder.path("t10k-labels-idx1-ubyte.gz"));
    EXPECT_THAT(openError(folder), HasSubstr("has no file t10k-labels-idx1-ubyte"));
    EXPECT_THAT(dataErrorOf([&] { openData(mnistAt(folder.path("nowhere")), 1); }),
                HasSubstr("nowhere is not there"));
    EXPECT_THAT(dataErrorOf([&] { openData(mnistAt(""), 1); }), HasSubstr("data.path"));
}

TEST(Idx, NamesAWrongMagicNumber)
{
    const ScratchFolder folder;
    writeSet(folder);
    folder.write("train-images-idx3-ubyte", idxLabels({1, 2, 3, 4}));
    EXPECT_THAT(openError(folder), AllOf(HasSubstr("train-images-idx3-ubyte"), HasSubstr("0x00000801"),
                                         HasSubstr("expected 0x00000803")));
    folder.write("train-images-idx3-ubyte", "\x89PNG\r\n");
    EXPECT_THAT(openError(folder), HasSubstr("begins with 0x89504e47"));
}

TEST(Idx, NamesBothCountsThatDiffer)
{
    const ScratchFolder folder;
    writeSet(folder);
    folder.write("train-labels-idx1-ubyte", idxLabels({9, 0, 4, 7, 7}));
    EXPECT_THAT(openError(folder), HasSubstr("has 3 images but 5 labels"));
}

TEST(Idx, RefusesSizesThatOverflow)
{
    const ScratchFolder folder;
    writeSet(folder);
    const std::vector<std::vector<std::uint32_t>> headers = {
        {0x803, 0xffffffff, 0xffffffff, 0xffffffff}, // 2^96
        {0x803, 0x10000, 0x10000, 0x10000},          // 2^48
        {0x803, 0x80000000, 4096, 4096},             // 2^55
        {0x803, 1, 0xffffffff, 1},
        {0x803, 1370000, 28, 28}, // just above 1 GiB
    };
    for (const auto& header : headers) {
        folder.write("train-images-idx3-ubyte", bigEndian(header) + "some");
        std::string message;
        EXPECT_LT(peakGrowth([&] { message = openError(folder); }), 4 << 20);
        EXPECT_THAT(message, HasSubstr("claims " + std::to_string(header[1])));
    }
    folder.write("train-images-idx3-ubyte", idxImages(3, 4, 5));
    folder.write("train-labels-idx1-ubyte", bigEndian({0x801, 0xffffffff}));
    EXPECT_THAT(openError(folder), HasSubstr("claims 4294967295"));
}

TEST(Idx, NamesContentShorterOrLongerThanPromised)
{
    const ScratchFolder folder;
    writeSet(folder);
    const std::string whole = idxImages(3, 4, 5);
    folder.write("train-images-idx3-ubyte", whole.substr(0, whole.size() - 1));
    EXPECT_THAT(openError(folder), HasSubstr("holds 59 bytes of data, but its header promises 60"));
    folder.write("train-images-idx3-ubyte", whole + "x");
    EXPECT_THAT(openError(folder), HasSubstr("more than the 60 bytes"));
    folder.write("train-images-idx3-ubyte", whole.substr(0, 9));
    EXPECT_THAT(openError(folder), HasSubstr("ends inside its header, after 9 bytes"));
}

TEST(Idx, NamesTruncatedGzip)
{
    const ScratchFolder folder;
    writeSet(folder);
    const std::string whole = gzip(idxImages(2, 4, 5));
    folder.write("t10k-images-idx3-ubyte.gz", whole.substr(0, whole.size() - 9));
    EXPECT_THAT(openError(folder), HasSubstr("t10k-images-idx3-ubyte.gz is cut short"));
}

TEST(Idx, NamesALabelThatIsNoClass)
{
    const ScratchFolder folder;
    writeSet(folder);
    folder.write("train-labels-idx1-ubyte", idxLabels({9, 10, 4}));
    EXPECT_THAT(openError(folder), HasSubstr("label 1 is 10; expected a class from 0 to 9"));
}

TEST(Idx, RefusesEmptySets)
{
    const ScratchFolder folder;
    writeSet(folder);
    folder.write("train-images-idx3-ubyte", idxImages(0, 28, 28));
    EXPECT_THAT(openError(folder), HasSubstr("holds no image"));
    folder.write("train-images-idx3-ubyte", "");
    EXPECT_THAT(openError(folder), HasSubstr("after 0 bytes"));
}

TEST(Idx, ReadsARatioBombWithBoundedMemory)
{
    const ScratchFolder folder;
    writeSet(folder);
    // The header claims 102 MB; the content would end early, but is refused before that shows.
    folder.write("train-images-idx3-ubyte", gzipOfZeros(bigEndian({0x803, 130000, 28, 28}), 72u << 20));
    std::string message;
    EXPECT_LT(peakGrowth([&] { message = openError(folder); }), std::int64_t{90} << 20);
    EXPECT_THAT(message, HasSubstr("more than 250 times its size"));
    // A short header before endless content.
    folder.write("train-images-idx3-ubyte", gzipOfZeros(bigEndian({0x803, 3, 4, 5}), 24u << 20));
    EXPECT_LT(peakGrowth([&] { message = openError(folder); }), std::int64_t{8} << 20);
    EXPECT_THAT(message, HasSubstr("more than the 60 bytes"));
}

TEST(Mnist, HasThePublishedCountsLabelsAndMoments)
{
    const std::string folder = LOCKSTEP_SHARED_DATA "/mnist";
    ASSERT_TRUE(std::filesystem::exists(folder)) << "the MNIST files are not beside this checkout";
    const DataSplits data = openData(mnistAt(folder), 1);
    ASSERT_EQ(data.training->size(), 60000u);
    ASSERT_EQ(data.validation->size(), 10000u);
    EXPECT_EQ(data.training->sampleShape(), (Shape{1, 28, 28}));
    std::vector<float> values(784);
    const std::vector<std::int32_t> published = {5, 0, 4, 1, 9, 2, 1, 3, 1, 4};
    for (std::size_t i = 0; i < published.size(); ++i)
        EXPECT_EQ(data.training->read(i, {}, values), published[i]);
    const std::vector<std::int32_t> publishedTest = {7, 2, 1, 0, 4, 1, 4, 9, 5, 9};
    for (std::size_t i = 0; i < publishedTest.size(); ++i)
        EXPECT_EQ(data.validation->read(i, {}, values), publishedTest[i]);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < data.training->size(); ++i) {
        data.training->read(i, {}, values);
        for (const float v : values) {
            sum += v;
            squares += static_cast<double>(v) * v;
        }
    }
    const double mean = sum / (60000.0 * 784);
    EXPECT_NEAR(mean, 0, 2e-4); // 0.1307 and 0.3081 are rounded to four places
    EXPECT_NEAR(std::sqrt(squares / (60000.0 * 784) - mean * mean), 1, 2e-4);
}

} // namespace
} // namespace lockstep
