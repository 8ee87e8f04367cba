// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/image_folder.h"
#include "engine/data/pictures/picture_file.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;
namespace fs = std::filesystem;

const fs::path kShared = LOCKSTEP_SHARED_DATA;
constexpr double kDeviations[3] = {0.229, 0.224, 0.225};

/// Runs torchvision_oracle.py; its whole output.
std::string askTorchvision(const ScratchFolder& folder, const std::string& requests)
{
    const std::string in = folder.write("requests.txt", requests);
    const std::string out = folder.path("answers.bin");
    const std::string command = "/usr/bin/python3 '" LOCKSTEP_SOURCE_DIR
                                "/tests/engine/data/torchvision_oracle.py' '" +
                                in + "' '" + out + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return fileContent(out);
}

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// A training folder with one class that links to these files, and as little to validate.
class LinkedPictures {
public:
    explicit LinkedPictures(const std::vector<fs::path>& files)
    {
        for (const char* part : {"/train/all", "/val/all"})
            fs::create_directories(folder.path() + part);
        int number = 1000;
        for (const fs::path& file : files)
            fs::create_symlink(file, folder.path() + "/train/all/" + std::to_string(number++) +
                                         file.filename().string());
        fs::create_symlink(files.front(), folder.path() + "/val/all/" + files.front().filename().string());
        spec.kind = DataKind::ImageFolder;
        spec.path = folder.path();
    }
    DataSplits open(std::uint64_t seed = 1) const { return openData(spec, seed); }

    ScratchFolder folder;
    DataSpec spec;
};

const ImageFolder& asFolder(const std::unique_ptr<Dataset>& set)
{
    return dynamic_cast<const ImageFolder&>(*set);
}

struct Difference {
    double mean = 0, largest = 0; ///< in levels of 255
};

/// `answer`: floats of another program.
Difference compare(const std::vector<float>& ours, const char* answer)
{
    Difference difference;
    const std::size_t plane = ours.size() / 3;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        float theirs;
        std::memcpy(&theirs, answer + i * sizeof theirs, sizeof theirs);
        const double levels = std::abs(static_cast<double>(ours[i]) - theirs) * kDeviations[i / plane] * 255;
        difference.mean += levels / static_cast<double>(ours.size());
        difference.largest = std::max(difference.largest, levels);
    }
    return difference;
}

TEST(Pictures, ThoseOfTheImageNetSampleAreTorchvisionsToTwoLevels)
{
    const LinkedPictures pictures(filesBelow(kShared / "imagenet-sample"));
    const DataSplits data = pictures.open();
    const ImageFolder& set = asFolder(data.training);
    ASSERT_EQ(set.size(), 100u);
    std::string requests;
    for (std::size_t i = 0; i < set.size(); ++i)
        requests += "evaluate\t224\t256\t" + set.listing().path(i) + "\n";
    const std::string answers = askTorchvision(pictures.folder, requests);
    std::vector<float> values(3 * 224 * 224);
    ASSERT_EQ(answers.size(), set.size() * values.size() * sizeof(float));
    double worst = 0;
    double sum = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        set.read(i, {}, values);
        const Difference difference = compare(values, answers.data() + i * values.size() * sizeof(float));
        EXPECT_LE(difference.mean, 2) << set.listing().path(i);
        worst = std::max(worst, difference.mean);
        sum += difference.mean;
    }
    RecordProperty("worst_mean_levels", std::to_string(worst));
    EXPECT_LE(sum / static_cast<double>(set.size()), 0.1);
}

TEST(Pictures, OfAnotherSizeAreCutOutOfASideThatFollowsIt)
{
    LinkedPictures pictures(filesBelow(kShared / "imagenet-sample"));
    pictures.spec.imageSize = 64;
    const DataSplits data = pictures.open();
    const ImageFolder& set = asFolder(data.training);
    std::string requests;
    constexpr std::size_t kSome = 10;
    for (std::size_t i = 0; i < kSome; ++i)
        requests += "evaluate\t64\t73\t" + set.listing().path(i) + "\n";
    const std::string answers = askTorchvision(pictures.folder, requests);
    std::vector<float> values(3 * 64 * 64);
    ASSERT_EQ(answers.size(), kSome * values.size() * sizeof(float));
    for (std::size_t i = 0; i < kSome; ++i) {
        set.read(i, {}, values);
        const Difference difference = compare(values, answers.data() + i * values.size() * sizeof(float));
        EXPECT_LE(difference.mean, 3) << set.listing().path(i);
    }
}

TEST(Pictures, GivenCropsAreTorchvisionsToOneLevel)
{
    LinkedPictures pictures(filesBelow(kShared / "imagenet-sample"));
    pictures.spec.imageSize = 96;
    const DataSplits data = pictures.open();
    const ImageFolder& set = asFolder(data.training);
    std::vector<Crop> crops;
    std::string requests;
    Random random(7);
    for (std::size_t i = 0; i < set.size(); ++i) {
        std::vector<std::uint8_t> bytes;
        readPictureFile(set.listing().path(i), bytes);
        const auto decoder = openPicture(bytes);
        const Crop c = randomResizedCrop(decoder->width(), decoder->height(), random);
        crops.push_back(c);
        for (const std::string& field :
             {std::string("crop"), std::string("96"), std::to_string(c.x), std::to_string(c.y),
              std::to_string(c.width), std::to_string(c.height), std::string(c.flip ? "1" : "0")})
            requests += field + "\t";
        requests += set.listing().path(i) + "\n";
    }
    const std::string answers = askTorchvision(pictures.folder, requests);
    std::vector<float> values(3 * 96 * 96);
    ASSERT_EQ(answers.size(), set.size() * values.size() * sizeof(float));
    for (std::size_t i = 0; i < set.size(); ++i) {
        set.readCrop(i, crops[i], values);
        const Difference difference = compare(values, answers.data() + i * values.size() * sizeof(float));
        const bool scaled = std::min(crops[i].width, crops[i].height) >= 4 * 96;
        EXPECT_LE(difference.mean, scaled ? 2 : 0.05) << set.listing().path(i);
        EXPECT_LE(difference.largest, scaled ? 60 : 1.01) << set.listing().path(i);
    }
}

/// Formats that no file at hand has, made with Pillow and ImageMagick.
void makeFormats(const ScratchFolder& folder)
{
    const std::string command = "/usr/bin/python3 '" LOCKSTEP_SOURCE_DIR
                                "/tests/engine/data/make_pictures.py' '" +
                                folder.path() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
}

struct Whole {
    int width = -1, height = -1;
    std::string rgb;
};

Whole decodeWhole(const fs::path& file)
{
    std::vector<std::uint8_t> bytes;
    readPictureFile(file.string(), bytes);
    const auto decoder = openPicture(bytes);
    DecodedPart part;
    decoder->decode({0, 0, decoder->width(), decoder->height(), 1, true}, part);
    Whole whole{part.width, part.height, {}};
    for (std::size_t i = 0; i + kPictureSlack < part.pixels.size(); ++i)
        if (i % 4 != 3)
            whole.rgb += static_cast<char>(part.pixels[i]);
    return whole;
}

/// What Pillow's convert("RGB") gives for each; no width where it refuses.
std::vector<Whole> pillowOf(const ScratchFolder& folder, const std::vector<fs::path>& files)
{
    std::string requests;
    for (const fs::path& file : files)
        requests += "whole\t" + file.string() + "\n";
    const std::string answers = askTorchvision(folder, requests);
    std::vector<Whole> found;
    std::size_t at = 0;
    const auto number = [&] {
        std::int32_t value = -1;
        std::memcpy(&value, answers.data() + at, sizeof value);
        at += sizeof value;
        return value;
    };
    for (std::size_t i = 0; i < files.size(); ++i) {
        Whole whole;
        whole.width = number();
        if (whole.width >= 0) {
            whole.height = number();
            whole.rgb = answers.substr(at, static_cast<std::size_t>(whole.width * whole.height * 3));
            at += whole.rgb.size();
        }
        found.push_back(std::move(whole));
    }
    EXPECT_EQ(at, answers.size());
    return found;
}

TEST(Pictures, OfEveryFormatBecomeRgbAsPillowMakesThem)
{
    const ScratchFolder scratch;
    makeFormats(scratch);
    std::vector<fs::path> files = filesBelow(scratch.path());
    for (const char* name :
         {"progressive_dog1.jpg", "encode_jpeg/grace_hopper_517x606.jpg", "fakedata/logos/cmyk_pytorch.jpg",
          "fakedata/logos/gray_pytorch.jpg", "fakedata/logos/gray_pytorch.png",
          "fakedata/logos/grayalpha_pytorch.png", "fakedata/logos/palette_pytorch.png",
          "fakedata/logos/rgbalpha_pytorch.png", "fakedata/imagefolder/a/a1.png"})
        files.push_back(kShared / "jpeg-edge" / name);
    const std::vector<Whole> expected = pillowOf(scratch, files);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Whole ours = decodeWhole(files[i]);
        EXPECT_EQ(ours.width, expected[i].width) << files[i];
        EXPECT_EQ(ours.height, expected[i].height) << files[i];
        EXPECT_TRUE(ours.rgb == expected[i].rgb) << files[i];
    }
}

std::string refusalOf(const fs::path& file)
{
    try {
        decodeWhole(file);
        return "";
    } catch (const BadPicture& bad) {
        return bad.what();
    }
}

TEST(Pictures, ThatAreDamagedAreRefusedWithAReason)
{
    const ScratchFolder scratch;
    EXPECT_EQ(refusalOf(kShared / "jpeg-edge/html-page-named.jpg"), "its content is neither JPEG nor PNG");
    EXPECT_EQ(refusalOf(scratch.write("empty.jpg", "")), "the file is empty");
    for (const char* name : {"corrupt.jpg", "corrupt34_2.jpg", "corrupt34_3.jpg", "corrupt34_4.jpg"})
        EXPECT_THAT(refusalOf(kShared / "jpeg-edge/damaged_jpeg" / name), HasSubstr("libjpeg says")) << name;
    EXPECT_EQ(refusalOf(kShared / "jpeg-edge/damaged_jpeg/bad_huffman.jpg"),
              ""); // odd, but every pixel is there

    for (const char* name :
         {"encode_jpeg/grace_hopper_517x606.jpg", "progressive_dog1.jpg", "fakedata/imagefolder/a/a1.png"}) {
        std::vector<std::uint8_t> bytes;
        readPictureFile((kShared / "jpeg-edge" / name).string(), bytes);
        for (const std::size_t part : {2u, 10u, 50u, 90u}) {
            const std::string head(bytes.begin(),
                                   bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() * part / 100));
            EXPECT_NE(refusalOf(scratch.write("cut", head)), "") << name << " " << part;
        }
    }
}

TEST(Pictures, ThatClaimTooMuchAreRefusedBeforeMemoryIsFilled)
{
    const ScratchFolder scratch;
    std::vector<std::uint8_t> bytes;
    readPictureFile((kShared / "jpeg-edge/fakedata/logos/rgb_pytorch.jpg").string(), bytes);
    std::string jpeg(bytes.begin(), bytes.end());
    const std::string frame("\xff\xc0", 2);
    const auto at = jpeg.find(frame);
    ASSERT_NE(at, std::string::npos);
    jpeg.replace(at + 5, 4, std::string("\xff\x00\xff\x00", 4)); // height, width
    readPictureFile((kShared / "jpeg-edge/fakedata/imagefolder/a/a1.png").string(), bytes);
    std::string png(bytes.begin(), bytes.end());
    png.replace(16, 8, std::string("\x00\x00\xff\x00\x00\x00\xff\x00", 8));
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(png.data()) + 12, 17);
    png.replace(29, 4, bigEndian({static_cast<std::uint32_t>(crc)}));
    const std::string jpegPath = scratch.write("bomb.jpg", jpeg);
    const std::string pngPath = scratch.write("bomb.png", png);
    EXPECT_LT(peakGrowth([&] {
                  EXPECT_THAT(refusalOf(jpegPath), HasSubstr("65280 x 65280 pixels"));
                  EXPECT_THAT(refusalOf(pngPath), HasSubstr("65280 x 65280 pixels"));
              }),
              20 << 20);
}

TEST(Pictures, DoNotDependOnThePartThatIsDecoded)
{
    Random random(3);
    for (const fs::path& file : filesBelow(kShared / "imagenet-sample")) {
        std::vector<std::uint8_t> bytes;
        readPictureFile(file.string(), bytes);
        const auto first = openPicture(bytes);
        DecodedPart whole;
        first->decode({0, 0, first->width(), first->height(), 1, false}, whole);
        for (int round = 0; round < 4; ++round) {
            const Crop c = randomResizedCrop(whole.width, whole.height, random);
            DecodedPart part;
            openPicture(bytes)->decode({c.x, c.y, c.width, c.height, 1, round % 2 == 0}, part);
            ASSERT_LE(part.x, c.x);
            ASSERT_LE(part.y, c.y);
            ASSERT_GE(part.x + part.width, c.x + c.width);
            ASSERT_GE(part.y + part.height, c.y + c.height);
            for (int y = c.y; y < c.y + c.height; ++y) {
                const auto* theirs =
                    whole.pixels.data() + (static_cast<std::ptrdiff_t>(y) * whole.width + c.x) * 4;
                const auto* ours = part.pixels.data() +
                                   (static_cast<std::ptrdiff_t>(y - part.y) * part.width + c.x - part.x) * 4;
                ASSERT_EQ(std::memcmp(ours, theirs, static_cast<std::size_t>(c.width) * 4), 0)
                    << file << " row " << y;
            }
        }
    }
}

TEST(Pictures, AreTheSameFromTheCache)
{
    LinkedPictures pictures(filesBelow(kShared / "caltech101-12x60/train"));
    pictures.spec.imageSize = pictures.spec.resize = 40;
    pictures.spec.cacheMegabytes = 0;
    const DataSplits plain = pictures.open();
    pictures.spec.cacheMegabytes = 8; // not all find room
    const DataSplits cached = pictures.open();
    std::vector<float> expected(3 * 40 * 40);
    std::vector<float> found(expected.size());
    for (int epoch = 0; epoch < 3; ++epoch) {
        for (std::size_t i = 0; i < plain.training->size(); i += 7) {
            for (const Use use : {Use::Training, Use::Evaluation}) {
                const ReadContext context{use, epoch};
                EXPECT_EQ(plain.training->read(i, context, expected),
                          cached.training->read(i, context, found));
                ASSERT_EQ(expected, found);
            }
        }
    }
}

} // namespace
} // namespace lockstep
