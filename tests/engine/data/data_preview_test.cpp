// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/data_preview.h"
#include "engine/data/synthetic_digits.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace lockstep {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using namespace lockstep::testing;
namespace fs = std::filesystem;

const fs::path kShared = LOCKSTEP_SHARED_DATA;

PreviewRequest requestFor(DataKind kind, const std::string& path = {})
{
    PreviewRequest request;
    request.data.kind = kind;
    request.data.path = path;
    return request;
}

std::string decoded(const std::string& text)
{
    static const std::string kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text.substr(0, text.find('='))) {
        bits = bits << 6 | static_cast<std::uint32_t>(kDigits.find(c));
        held += 6;
        if (held < 8)
            continue;
        held -= 8;
        bytes += static_cast<char>(bits >> held & 255);
    }
    return bytes;
}

std::string python(const std::string& words)
{
    return "/usr/bin/python3 '" LOCKSTEP_SOURCE_DIR "/tests/" + words;
}

std::vector<int> labels(const PreviewPart& part)
{
    std::vector<int> all;
    for (const PreviewPicture& picture : part.pictures)
        all.push_back(picture.label);
    return all;
}

/// Reads what was written: so the rules of a reader hold for everything below.
DataPreview previewed(const PreviewRequest& request)
{
    const Result<DataPreview> preview = parseDataPreview(toJson(previewData(request)));
    if (!preview.ok())
        throw std::runtime_error(preview.error().message());
    return *preview;
}

TEST(DataPreview, CountsMnistAsPublished)
{
    PreviewRequest request = requestFor(DataKind::Mnist, kShared / "mnist");
    request.pictures = 12;
    const DataPreview preview = previewed(request);
    EXPECT_THAT(preview.sampleShape, ElementsAre(1, 28, 28));
    EXPECT_THAT(preview.classNames, IsEmpty());
    ASSERT_THAT(preview.parts, SizeIs(2));
    EXPECT_EQ(preview.parts[0].samples, 60000);
    EXPECT_THAT(preview.parts[0].counts,
                ElementsAre(5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949));
    EXPECT_THAT(preview.parts[1].counts, ElementsAre(980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009));
    EXPECT_THAT(labels(preview.parts[0]), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1));
    // The first ten labels of the training set are 5 0 4 1 9 2 1 3 1 4, and the eighth 1 is at 23.
    EXPECT_EQ(preview.parts[0].pictures[5].index, 0);
    EXPECT_EQ(preview.parts[0].pictures[1].index, 3);
    EXPECT_EQ(preview.parts[0].pictures[11].index, 6);
    // The second image of the file, byte for byte.
    const std::string unpacked = "gzip -dc '" + (kShared / "mnist/train-images-idx3-ubyte.gz").string() +
                                 "' 2>/dev/null | head -c 1584 | tail -c 784 > ";
    const ScratchFolder folder;
    ASSERT_EQ(std::system((unpacked + "'" + folder.path("second") + "'").c_str()), 0);
    EXPECT_EQ(preview.parts[0].pictures[0].index, 1);
    EXPECT_EQ(decoded(preview.parts[0].pictures[0].pixels), fileContent(folder.path("second")));
}

TEST(DataPreview, CountsFoldersAndNamesTheirPictures)
{
    PreviewRequest request = requestFor(DataKind::ImageFolder, (kShared / "caltech101-12x60").string() + "/");
    request.pictures = 13;
    const DataPreview preview = previewed(request);
    EXPECT_EQ(preview.classes, 12);
    ASSERT_THAT(preview.classNames, SizeIs(12));
    EXPECT_TRUE(std::is_sorted(preview.classNames.begin(), preview.classNames.end()));
    ASSERT_THAT(preview.parts, SizeIs(2));
    EXPECT_THAT(preview.parts[0].counts, Each(48));
    EXPECT_THAT(preview.parts[1].counts, Each(12));
    EXPECT_EQ(preview.parts[0].samples, 576);
    ASSERT_THAT(preview.parts[0].pictures, SizeIs(13));
    for (const PreviewPicture& picture : preview.parts[0].pictures) {
        const std::string& name = preview.classNames[static_cast<std::size_t>(picture.label)];
        EXPECT_THAT(picture.name, ::testing::StartsWith("train/" + name + "/"));
        EXPECT_TRUE(fs::exists(fs::path(request.data.path) / picture.name));
        EXPECT_EQ(std::max(picture.width, picture.height), 96);
    }
}

TEST(DataPreview, ShowsPicturesAsPillowDoes)
{
    PreviewRequest request = requestFor(DataKind::ImageFolder, (kShared / "caltech101-12x60").string());
    request.pictures = 24;
    const DataPreview preview = previewData(request);
    const ScratchFolder folder;
    std::string requests;
    for (const PreviewPicture& picture : preview.parts[0].pictures)
        requests += "small\t96\t" + request.data.path + "/" + picture.name + "\n";
    const std::string in = folder.write("requests.txt", requests);
    ASSERT_EQ(std::system(
                  (python("engine/data/torchvision_oracle.py' '") + in + "' '" + folder.path("answers") + "'")
                      .c_str()),
              0);
    const std::string answers = fileContent(folder.path("answers"));
    std::size_t at = 0;
    for (const PreviewPicture& picture : preview.parts[0].pictures) {
        std::int32_t size[2];
        ASSERT_LE(at + sizeof size, answers.size());
        std::memcpy(size, answers.data() + at, sizeof size);
        at += sizeof size;
        ASSERT_EQ(picture.width, size[0]) << picture.name;
        ASSERT_EQ(picture.height, size[1]) << picture.name;
        const std::string pixels = decoded(picture.pixels);
        double difference = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i)
            difference +=
                std::abs(static_cast<unsigned char>(pixels[i]) - static_cast<unsigned char>(answers[at + i]));
        at += pixels.size();
        EXPECT_LT(difference / static_cast<double>(pixels.size()), 2) << picture.name;
    }
    EXPECT_EQ(at, answers.size());
}

TEST(DataPreview, ShowsCifarByteForByteWithItsNames)
{
    const ScratchFolder folder;
    ASSERT_EQ(std::system((python("support/cifar10_from_sheets.py' '") +
                           (kShared / "cifar10-lossless").string() + "' '" + folder.path() + "'")
                              .c_str()),
              0);
    PreviewRequest request = requestFor(DataKind::Cifar10, folder.path());
    request.pictures = 10;
    const DataPreview preview = previewed(request);
    ASSERT_THAT(preview.parts, SizeIs(1));
    EXPECT_EQ(preview.parts[0].part, DataPart::Validation);
    EXPECT_EQ(preview.parts[0].samples, 4000);
    std::vector<int> expected(10);
    std::ifstream text(kShared / "cifar10-lossless/first4000_labels.txt");
    std::string all = fileContent(kShared / "cifar10-lossless/first4000_labels.txt");
    std::replace(all.begin(), all.end(), ',', ' ');
    std::istringstream words(all);
    for (int label; words >> label;)
        ++expected[static_cast<std::size_t>(label)];
    EXPECT_EQ(preview.parts[0].counts, expected);
    EXPECT_EQ(preview.classNames[6], "frog"); // the first label is 6
    const PreviewPicture& frog = preview.parts[0].pictures[6];
    EXPECT_EQ(frog.index, 0);
    const std::string record = fileContent(folder.path("test_batch.bin")).substr(1, 3072);
    const std::string pixels = decoded(frog.pixels);
    ASSERT_EQ(pixels.size(), 3072u);
    for (std::size_t i = 0; i < 1024; ++i)
        for (std::size_t channel = 0; channel < 3; ++channel)
            ASSERT_EQ(pixels[i * 3 + channel], record[channel * 1024 + i]);
}

TEST(DataPreview, ShowsBuiltInDataAsTheyAreTrainedOn)
{
    PreviewRequest digits = requestFor(DataKind::SyntheticDigits);
    digits.seed = 9;
    const DataPreview preview = previewed(digits);
    EXPECT_THAT(preview.parts[0].counts, Each(1200));
    EXPECT_THAT(preview.parts[1].counts, Each(200));
    const PreviewPicture& third = preview.parts[0].pictures[3];
    EXPECT_EQ(third.index, 3);
    const DigitImage drawn = drawDigit(3, 9, 3);
    EXPECT_EQ(decoded(third.pixels), std::string(drawn.begin(), drawn.end()));

    PreviewRequest random = requestFor(DataKind::Synthetic);
    random.data.imageSize = 200;
    random.data.classes = 7;
    random.data.samples = 20;
    const DataPreview images = previewed(random);
    EXPECT_THAT(images.parts[0].counts, ElementsAre(3, 3, 3, 3, 3, 3, 2));
    EXPECT_EQ(images.parts[0].pictures.size(), 20u);
    EXPECT_EQ(images.parts[0].pictures[0].width, 96);
    EXPECT_EQ(images.parts[0].pictures[0].channels, 3);
    EXPECT_EQ(images.parts[1].samples, 4);
}

TEST(DataPreview, ShowsTheMiddleFrameOfAClip)
{
    PreviewRequest request = requestFor(DataKind::Synthetic);
    request.data.imageSize = 32;
    request.data.frames = 5;
    request.data.samples = 20;
    const DataPreview preview = previewed(request);
    EXPECT_THAT(preview.sampleShape, ElementsAre(3, 5, 32, 32));
    const PreviewPicture& picture = preview.parts[0].pictures.at(7);
    std::vector<float> values(3 * 5 * 32 * 32);
    openData(request.data, request.seed).training->read(static_cast<std::size_t>(picture.index), {}, values);
    const std::string pixels = decoded(picture.pixels);
    ASSERT_EQ(pixels.size(), 3u * 32 * 32);
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (std::size_t i = 0; i < 1024; ++i) { // of mean 0.5 and deviation 0.25
            const float value = values[(channel * 5 + 2) * 1024 + i];
            ASSERT_NEAR(static_cast<unsigned char>(pixels[i * 3 + channel]),
                        std::clamp(value * 0.25 + 0.5, 0.0, 1.0) * 255, 0.51);
        }
}

TEST(DataPreview, SpreadsOverClassesAndTakesOnlyOne)
{
    PreviewRequest request = requestFor(DataKind::Synthetic);
    request.data.imageSize = 8;
    request.data.classes = 100;
    request.data.samples = 250;
    request.pictures = 5;
    EXPECT_THAT(labels(previewed(request).parts[0]), ElementsAre(0, 20, 40, 60, 80));
    request.skip = 2; // a third sample is there of the classes below 50
    EXPECT_THAT(labels(previewed(request).parts[0]), ElementsAre(0, 10, 20, 30, 40));
    request.skip = 1;
    request.onlyClass = 7;
    const DataPreview one = previewed(request);
    ASSERT_THAT(one.parts[0].pictures, SizeIs(2));
    EXPECT_EQ(one.parts[0].pictures[0].index, 107);
    EXPECT_EQ(one.parts[0].pictures[1].index, 207);
    EXPECT_EQ(one.parts[0].samples, 250);
    request.onlyClass = 100;
    EXPECT_THAT(dataErrorOf([&] { previewData(request); }),
                HasSubstr("no class 100 in these data; they have 100"));
}

TEST(DataPreview, NamesDamagedPicturesAndGoesOn)
{
    const ScratchFolder folder;
    fs::create_directories(folder.path("train/sound"));
    fs::create_directories(folder.path("train/spoilt"));
    fs::copy_file(kShared / "jpeg-edge/progressive_dog1.jpg", folder.path("train/sound/dog.jpg"));
    fs::copy_file(kShared / "jpeg-edge/html-page-named.jpg", folder.path("train/spoilt/page.jpg"));
    fs::copy_file(kShared / "jpeg-edge/damaged_jpeg/corrupt.jpg", folder.path("train/spoilt/corrupt.jpg"));
    folder.write("train/spoilt/empty.jpg", "");
    fs::create_symlink("/nowhere/at/all.jpg", folder.path("train/spoilt/link.jpg"));
    const DataPreview preview = previewed(requestFor(DataKind::ImageFolder, folder.path()));
    ASSERT_THAT(preview.parts, SizeIs(1));
    EXPECT_THAT(preview.parts[0].counts, ElementsAre(1, 4));
    std::map<std::string, std::string> damage;
    for (const PreviewPicture& picture : preview.parts[0].pictures) {
        EXPECT_EQ(picture.pixels.empty(), !picture.damage.text.empty());
        damage[fs::path(picture.name).filename()] = picture.damage.message();
    }
    EXPECT_EQ(damage["dog.jpg"], "");
    EXPECT_THAT(damage["page.jpg"], HasSubstr("neither JPEG nor PNG"));
    EXPECT_THAT(damage["empty.jpg"], HasSubstr("the file is empty"));
    EXPECT_THAT(damage["link.jpg"], HasSubstr("cannot be read"));
    EXPECT_THAT(damage["corrupt.jpg"], HasSubstr("train/spoilt/corrupt.jpg is damaged"));
}

TEST(DataPreview, BearsNamesOfAnyBytes)
{
    const ScratchFolder folder;
    const std::string strange = "train/a\nb\xff\"\\";
    fs::create_directories(folder.path(strange));
    fs::copy_file(kShared / "jpeg-edge/progressive_dog1.jpg", folder.path(strange + "/\x01.jpg"));
    const DataPreview preview = previewed(requestFor(DataKind::ImageFolder, folder.path()));
    EXPECT_EQ(preview.classNames[0], "a\nb\xEF\xBF\xBD\"\\");
    EXPECT_EQ(preview.parts[0].pictures[0].name, "train/a\nb\xEF\xBF\xBD\"\\/\x01.jpg");
}

TEST(DataPreview, SaysWhatIsMissing)
{
    EXPECT_THAT(dataErrorOf([] { previewData(requestFor(DataKind::Mnist)); }), HasSubstr("data.path"));
    EXPECT_THAT(dataErrorOf([] { previewData(requestFor(DataKind::ImageFolder, "/nowhere")); }),
                HasSubstr("/nowhere/train is not there"));
}

} // namespace
} // namespace lockstep
