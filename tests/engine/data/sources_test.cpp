// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/sha256.h"
#include "engine/data/dataset.h"
#include "engine/data/pictures/augment.h"
#include "engine/data/pictures/picture_decoder.h"
#include "engine/data/pictures/picture_file.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <span>
#include <tuple>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace lockstep::testing;
namespace fs = std::filesystem;

/// `count` records: label i % 10, then pixel p of channel c: (i + 7 c + p) % 256.
std::string cifarRecords(int count, int first = 0)
{
    std::string records;
    for (int i = first; i < first + count; ++i) {
        records += static_cast<char>(i % 10);
        for (int channel = 0; channel < 3; ++channel)
            for (int pixel = 0; pixel < 1024; ++pixel)
                records += static_cast<char>((i + 7 * channel + pixel) % 256);
    }
    return records;
}

class Cifar : public ::testing::Test {
protected:
    Cifar()
    {
        m_spec.kind = DataKind::Cifar10;
        m_spec.path = m_folder.path();
    }
    std::string openError()
    {
        return dataErrorOf([&] { openData(m_spec, 1); });
    }
    ScratchFolder m_folder;
    DataSpec m_spec;
};

TEST_F(Cifar, IsReadFromItsFolderOrTheOneAround)
{
    m_folder.write("data_batch_1.bin", cifarRecords(4));
    m_folder.write("data_batch_2.bin", cifarRecords(3, 4));
    m_folder.write("test_batch.bin", cifarRecords(2, 20));
    const DataSplits data = openData(m_spec, 1);
    EXPECT_EQ(data.training->size(), 7u);
    EXPECT_EQ(data.validation->size(), 2u);
    EXPECT_EQ(data.training->sampleShape(), (Shape{3, 32, 32}));
    EXPECT_EQ(data.training->classes(), 10);
    std::vector<float> values(3072);
    EXPECT_EQ(data.training->read(5, {}, values), 5);
    const double mean[] = {0.4914, 0.4822, 0.4465};
    const double deviation[] = {0.2470, 0.2435, 0.2616};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double pixel = static_cast<double>((5 + 7 * (i / 1024) + i % 1024) % 256) / 255;
        ASSERT_NEAR(values[i], (pixel - mean[i / 1024]) / deviation[i / 1024], 1e-5);
    }
    EXPECT_EQ(data.validation->read(1, {}, values), 1);

    fs::create_directory(m_folder.path("around"));
    fs::create_directory(m_folder.path("around/cifar-10-batches-bin"));
    m_folder.write("around/cifar-10-batches-bin/test_batch.bin", cifarRecords(2));
    m_spec.path = m_folder.path("around");
    const DataSplits test = openData(m_spec, 1);
    EXPECT_EQ(test.validation->size(), 2u);
    EXPECT_EQ(test.training, nullptr);
    EXPECT_THAT(dataErrorOf([&] { requireTrainable(m_spec, test, 1); }), HasSubstr("no training set"));
}

TEST_F(Cifar, TrainsOnMovedAndMirroredPictures)
{
    m_spec.mean = {0};
    m_spec.deviation = {1};
    m_folder.write("data_batch_1.bin", cifarRecords(1, 100));
    const auto set = std::move(openData(m_spec, 3).training);
    std::vector<float> plain(3072);
    std::vector<float> moved(3072);
    set->read(0, {}, plain);
    std::set<std::tuple<int, int, bool>> seen;
    for (int epoch = 0; epoch < 60; ++epoch) {
        set->read(0, {Use::Training, epoch}, moved);
        Random random = augmentationRandom(3, epoch, 0);
        const Crop crop = randomPaddedCrop(32, 32, 4, random);
        seen.emplace(crop.x, crop.y, crop.flip);
        for (int i = 0; i < 3072; ++i) {
            const int y = i / 32 % 32 + crop.y;
            const int x = (crop.flip ? 31 - i % 32 : i % 32) + crop.x;
            const bool inside = x >= 0 && x < 32 && y >= 0 && y < 32;
            ASSERT_EQ(moved[static_cast<std::size_t>(i)],
                      inside ? plain[static_cast<std::size_t>(i / 1024 * 1024 + y * 32 + x)] : 0.0f);
        }
    }
    EXPECT_GT(seen.size(), 40u);
    m_spec.augmentation = Augmentation::None;
    openData(m_spec, 3).training->read(0, {Use::Training, 1}, moved);
    EXPECT_EQ(moved, plain);
}

TEST_F(Cifar, SaysWhatIsWrong)
{
    EXPECT_THAT(openError(),
                AllOf(HasSubstr("neither data_batch_1.bin nor test_batch.bin"), HasSubstr("data get")));
    m_folder.write("test_batch.bin", cifarRecords(2));
    m_folder.write("data_batch_1.bin", cifarRecords(2));
    m_folder.write("data_batch_3.bin", cifarRecords(2));
    EXPECT_THAT(openError(), HasSubstr("has data_batch_3.bin but not data_batch_2.bin"));
    m_folder.write("data_batch_2.bin", cifarRecords(2).substr(1));
    EXPECT_THAT(openError(),
                AllOf(HasSubstr("data_batch_2.bin has 6145 bytes"), HasSubstr("multiple of 3073")));
    std::string wrong = cifarRecords(3);
    wrong[3073] = 10;
    m_folder.write("data_batch_2.bin", wrong);
    EXPECT_THAT(openError(), AllOf(HasSubstr("data_batch_2.bin: label 1 is 10"), HasSubstr("0 to 9")));
    m_folder.write("data_batch_2.bin", "");
    EXPECT_THAT(openError(), HasSubstr("has 0 bytes"));
}

TEST_F(Cifar, HoldsTheRealPictures)
{
    // The sheets hold the first pictures of the real data_batch_1, pixel for pixel.
    const fs::path sheets = fs::path(LOCKSTEP_SHARED_DATA) / "cifar10-lossless";
    std::ifstream labels(sheets / "first4000_labels.txt");
    std::vector<std::uint8_t> bytes;
    readPictureFile((sheets / "cifar10_batch_0.png").string(), bytes);
    DecodedPart sheet;
    openPicture(bytes)->decode({0, 0, 1024, 1000}, sheet);
    std::string records;
    for (int row = 0, label = 0; row < 20 && labels >> label; ++row) {
        records += static_cast<char>(label);
        for (std::size_t channel = 0; channel < 3; ++channel)
            for (std::size_t x = 0; x < 1024; ++x)
                records +=
                    static_cast<char>(sheet.pixels[(static_cast<std::size_t>(row) * 1024 + x) * 4 + channel]);
    }
    m_folder.write("data_batch_1.bin", records);
    const auto set = std::move(openData(m_spec, 1).training);
    std::vector<float> values(3072);
    std::vector<int> found;
    double sum = 0;
    for (std::size_t i = 0; i < set->size(); ++i) {
        found.push_back(set->read(i, {}, values));
        sum += std::accumulate(values.begin(), values.end(), 0.0) / 3072;
    }
    found.resize(10);
    EXPECT_THAT(found, ElementsAre(6, 9, 9, 4, 1, 1, 2, 7, 8, 3));
    EXPECT_NEAR(sum / 20, 0, 0.3); // the published figures normalise them
}

DataSpec syntheticSpec(int side, int classes, int samples)
{
    DataSpec spec;
    spec.kind = DataKind::Synthetic;
    spec.imageSize = side;
    spec.classes = classes;
    spec.samples = samples;
    return spec;
}

TEST(SyntheticImages, HaveTheSizeAndTheClassesAskedFor)
{
    const DataSplits data = openData(syntheticSpec(33, 7, 50), 1);
    EXPECT_EQ(data.training->size(), 50u);
    EXPECT_EQ(data.validation->size(), 10u);
    EXPECT_EQ(data.training->sampleShape(), (Shape{3, 33, 33}));
    EXPECT_EQ(data.training->classes(), 7);
    EXPECT_EQ(openData(syntheticSpec(8, 2, 1), 1).validation->size(), 1u);
    std::vector<float> values(3 * 33 * 33);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(data.training->read(i, {}, values), static_cast<int>(i % 7));
        for (const float value : values) {
            sum += value;
            squares += value * value;
        }
    }
    const double count = 50.0 * static_cast<double>(values.size());
    EXPECT_NEAR(sum / count, 0, 0.05);
    EXPECT_NEAR(squares / count, 1, 0.1);
}

TEST(SyntheticImages, FollowTheSeedAndCanBeTold)
{
    const auto sample = [](const DataSplits& data, bool training, std::size_t index) {
        std::vector<float> values(3 * 32 * 32);
        (training ? data.training : data.validation)->read(index, {}, values);
        return values;
    };
    const DataSplits one = openData(syntheticSpec(32, 10, 200), 1);
    const DataSplits same = openData(syntheticSpec(32, 10, 200), 1);
    const DataSplits other = openData(syntheticSpec(32, 10, 200), 2);
    EXPECT_EQ(sample(one, true, 5), sample(same, true, 5));
    EXPECT_NE(sample(one, true, 5), sample(other, true, 5));
    EXPECT_NE(sample(one, true, 5), sample(one, false, 5));
    // The nearest class mean of the training set tells nearly every sample of the other one.
    std::vector<std::vector<float>> means(10, std::vector<float>(3072));
    for (std::size_t i = 0; i < 200; ++i) {
        const auto values = sample(one, true, i);
        for (std::size_t k = 0; k < values.size(); ++k)
            means[i % 10][k] += values[k] / 20;
    }
    int right = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        const auto values = sample(one, false, i);
        const auto distance = [&](const std::vector<float>& mean) {
            return std::inner_product(mean.begin(), mean.end(), values.begin(), 0.0, std::plus<>(),
                                      [](float a, float b) { return (a - b) * (a - b); });
        };
        const auto nearest = std::min_element(means.begin(), means.end(), [&](const auto& a, const auto& b) {
            return distance(a) < distance(b);
        });
        right += static_cast<std::size_t>(nearest - means.begin()) == i % 10 ? 1 : 0;
    }
    EXPECT_GE(right, 39);
}

/// Mean of each figure of many crops.
struct CropMeans {
    double width = 0, height = 0, x = 0, y = 0, area = 0, flips = 0;
};
CropMeans meansOf(int width, int height)
{
    constexpr int kCrops = 20000;
    CropMeans means;
    for (int i = 0; i < kCrops; ++i) {
        Random random = augmentationRandom(1, i, 5);
        const Crop crop = randomResizedCrop(width, height, random);
        EXPECT_TRUE(crop.x >= 0 && crop.y >= 0 && crop.width > 0 && crop.height > 0 &&
                    crop.x + crop.width <= width && crop.y + crop.height <= height);
        means.width += crop.width / static_cast<double>(kCrops);
        means.height += crop.height / static_cast<double>(kCrops);
        means.x += crop.x / static_cast<double>(kCrops);
        means.y += crop.y / static_cast<double>(kCrops);
        means.area += crop.width * crop.height / static_cast<double>(kCrops);
        means.flips += (crop.flip ? 1 : 0) / static_cast<double>(kCrops);
    }
    return means;
}

TEST(Augment, DrawsCropsAsTorchvisionDoes)
{
    // Means of 20,000 draws of torchvision 0.14's RandomResizedCrop.get_params (scale 0.08 to 1, ratio
    // 3/4 to 4/3).
    const auto expect = [](const CropMeans& found, const CropMeans& torchvision) {
        EXPECT_NEAR(found.width / torchvision.width, 1, 0.01);
        EXPECT_NEAR(found.height / torchvision.height, 1, 0.01);
        EXPECT_NEAR(found.x, torchvision.x, 0.2 + 0.03 * torchvision.x);
        EXPECT_NEAR(found.y, torchvision.y, 0.2 + 0.03 * torchvision.y);
        EXPECT_NEAR(found.area / torchvision.area, 1, 0.015);
        EXPECT_NEAR(found.flips, 0.5, 0.015);
    };
    expect(meansOf(500, 375), CropMeans{281.5, 269.8, 109.4, 52.3, 80996.5, 0});
    expect(meansOf(300, 300), CropMeans{201.5, 201.8, 49.2, 48.8, 43394.5, 0});
    expect(meansOf(1000, 100), CropMeans{126.8, 98.4, 437.0, 0.8, 12506.2, 0});
}

/// On whatever processor and with whatever C library the test runs.
TEST(Augment, CutsTheseCropsOnEveryHost)
{
    Sha256 hash;
    for (int i = 0; i < 20000; ++i) {
        Random random = augmentationRandom(11, i, 3);
        const Crop crop = randomResizedCrop(100 + i % 400, 90 + i % 370, random);
        const std::array<std::int32_t, 5> numbers{crop.x, crop.y, crop.width, crop.height, crop.flip ? 1 : 0};
        hash.update(std::as_bytes(std::span(numbers)));
    }
    EXPECT_EQ(hash.hexadecimal(), "b44719d69c489f499f4e9437196fef34e331483427c8adf503219be32150b774");
}

} // namespace
} // namespace lockstep
