// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/image_folder.h"
#include "engine/data/picture_file.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

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
    const std::string command = "/usr/bin/python3 '" LOCKSTEP_SOURCE_DIR "/tests/engine/data/torchvision_oracle.py' '" +
                                in + "' '" + out + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::ifstream file(out, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
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
        for (const fs::path& file : files)
            fs::create_symlink(file, folder.path() + "/train/all/" + file.filename().string());
        fs::create_symlink(files.front(), folder.path() + "/val/all/" + files.front().filename().string());
        spec.kind = DataKind::ImageFolder;
        spec.path = folder.path();
    }
    DataSplits open(std::uint64_t seed = 1) const { return openData(spec, seed); }

    ScratchFolder folder;
    DataSpec spec;
};

const ImageFolder& asFolder(const std::unique_ptr<Dataset>& set) { return dynamic_cast<const ImageFolder&>(*set); }

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
        for (const std::string& field : {std::string("crop"), std::string("96"), std::to_string(c.x),
                                         std::to_string(c.y), std::to_string(c.width), std::to_string(c.height),
                                         std::string(c.flip ? "1" : "0")})
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

} // namespace
} // namespace lockstep
