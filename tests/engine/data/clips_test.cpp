// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Video clips: their frames and crops, beside what Pillow makes of them.
#include "engine/core/random.h"
#include "tests/engine/data/clips_fixture.h"

#include <gmock/gmock.h>

#include <cstring>
#include <set>

namespace lockstep {
namespace {

using ::testing::ElementsAre;
using namespace lockstep::testing;
namespace fs = std::filesystem;

const fs::path kImages = LOCKSTEP_SHARED_DATA "/video/mmaction2/imgs";

const Clips& asClips(const std::unique_ptr<Dataset>& set)
{
    return dynamic_cast<const Clips&>(*set);
}

/// Largest difference in levels of 255.
double levelsApart(const std::vector<float>& ours, const std::string& answers)
{
    EXPECT_EQ(answers.size(), ours.size() * sizeof(float));
    double largest = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        float theirs;
        std::memcpy(&theirs, answers.data() + i * sizeof theirs, sizeof theirs);
        largest = std::max(largest, std::abs(static_cast<double>(ours[i]) - theirs) * 127.5);
    }
    return largest;
}

/// The planes that the oracle gives frame by frame, in the order of ours: channel, frame.
std::string byChannel(const std::string& answers, std::size_t frames, std::size_t channels)
{
    const std::size_t plane = answers.size() / frames / channels;
    std::string sorted;
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (std::size_t t = 0; t < frames; ++t)
            sorted += answers.substr((t * channels + channel) * plane, plane);
    return sorted;
}

std::string request(const char* mode, int resize, int side, const std::string& x, const std::string& y,
                    bool flip, const std::string& path)
{
    return std::string(mode) + "\t" + std::to_string(resize) + "\t" + std::to_string(side) + "\t" + x + "\t" +
           y + "\t" + (flip ? "1" : "0") + "\t" + path + "\n";
}

TEST_F(RealClips, TheMiddleIsPillowsToOneLevel)
{
    const DataSplits data = open();
    EXPECT_EQ(data.training->sampleShape(), (Shape{3, 6, 112, 112}));
    EXPECT_EQ(data.training->path(0), m_folder.path(m_name));
    std::string requests;
    for (int t = 0; t < 6; ++t)
        requests += request("colour", 128, 112, "middle", "middle", false, frame(1 + (165 - 6) / 2 + t));
    EXPECT_LE(levelsApart(valuesOf(*data.training, 0), byChannel(askOracle(requests), 6, 3)), 1.01);
}

TEST_F(RealClips, GivenViewsArePillowsToOneLevel)
{
    Random random(3);
    std::vector<Clips::View> views;
    std::string requests;
    for (int i = 0; i < 6; ++i) {
        // 320 x 240 becomes 170 x 128.
        views.push_back({static_cast<int>(random.below(160)), static_cast<int>(random.below(170 - 112 + 1)),
                         static_cast<int>(random.below(128 - 112 + 1)), i % 2 == 1});
        for (int t = 0; t < 6; ++t)
            requests +=
                request("colour", 128, 112, std::to_string(views.back().x), std::to_string(views.back().y),
                        views.back().flip, frame(1 + views.back().first + t));
    }
    const std::string answers = askOracle(requests);
    std::vector<float> values(3 * 6 * 112 * 112);
    const std::size_t bytes = values.size() * sizeof(float);
    for (const double cache : {0.0, 512.0}) {
        m_spec.cacheMegabytes = cache;
        const DataSplits data = open();
        for (std::size_t i = 0; i < views.size(); ++i) {
            asClips(data.training).readView(1, views[i], values);
            EXPECT_LE(levelsApart(values, byChannel(answers.substr(i * bytes, bytes), 6, 3)), 1.01);
        }
    }
}

/// The flow that lies beside mmaction2's frames, with its own names; a mirror turns x round.
TEST_F(ClipsTest, FlowIsPillowsToOneLevel)
{
    writeList("a " + (kImages / "{:s}_").string() + " 5 0\n");
    m_spec.frames = 5;
    m_spec.imageSize = 96;
    m_spec.resize = 120;
    const DataSplits data = open();
    EXPECT_EQ(data.training->sampleShape(), (Shape{2, 5, 96, 96}));
    std::vector<float> values(2 * 5 * 96 * 96);
    for (const bool flip : {false, true}) {
        asClips(data.training).readView(0, {0, 31, 7, flip}, values);
        std::string requests;
        for (int t = 1; t <= 5; ++t)
            for (const std::string component : {"x", "y"})
                requests += request(flip && component == "x" ? "negative" : "gray", 120, 96, "31", "7", flip,
                                    kImages / (component + "_0000" + std::to_string(t) + ".jpg"));
        EXPECT_LE(levelsApart(values, byChannel(askOracle(requests), 5, 2)), 1.01);
    }
}

TEST_F(ClipsTest, BeginningsOfNamesPartAFolder)
{
    writeList("a " + (kImages / "img_").string() + " 10 0\nb " + kImages.string() + " 20 0\n");
    const DataSplits data = open();
    valuesOf(*data.training, 0);
    valuesOf(*data.training, 1);
    EXPECT_TRUE(data.training->takeNotes().sentences.empty()); // 10 and 20 pictures, as the list says
}

TEST_F(ClipsTest, TrainingTakesConsecutiveFramesFromAnywhere)
{
    addSolidFrames("a", 10);
    writeList("a a 10 0\n");
    const DataSplits data = open();
    EXPECT_THAT(framesSeen(valuesOf(*data.training, 0)), ElementsAre(3, 4, 5, 6));
    std::set<int> starts;
    for (int epoch = 0; epoch < 100; ++epoch) {
        const std::vector<int> seen = framesSeen(valuesOf(*data.training, 0, {Use::Training, epoch}));
        for (std::size_t t = 1; t < seen.size(); ++t)
            EXPECT_EQ(seen[t], seen[0] + static_cast<int>(t));
        starts.insert(seen[0]);
    }
    EXPECT_THAT(starts, ElementsAre(0, 1, 2, 3, 4, 5, 6));
    m_spec.augmentation = Augmentation::None;
    const DataSplits plain = open();
    EXPECT_THAT(framesSeen(valuesOf(*plain.training, 0, {Use::Training, 5})), ElementsAre(3, 4, 5, 6));
}

TEST_F(ClipsTest, AShortVideoBeginsAnew)
{
    addSolidFrames("a", 3);
    writeList("a a 3 0\n");
    m_spec.frames = 8;
    const DataSplits data = open();
    for (const ReadContext context : {ReadContext{}, ReadContext{Use::Training, 2}})
        EXPECT_THAT(framesSeen(valuesOf(*data.training, 0, context)), ElementsAre(0, 1, 2, 0, 1, 2, 0, 1));
}

/// One picture under many names: whatever crop and flip are drawn, all frames of the clip show the same.
TEST_F(RealClips, AllFramesShareOneCropAndFlip)
{
    fs::create_directories(m_folder.path("same"));
    for (int i = 0; i < 9; ++i)
        fs::create_symlink(frame(40), m_folder.path("same/" + std::to_string(i) + ".jpg"));
    writeList("same same 9 0\n");
    const DataSplits data = open();
    const std::size_t picture = 112 * 112;
    std::set<std::vector<float>> different;
    for (int epoch = 0; epoch < 10; ++epoch) {
        const std::vector<float> values = valuesOf(*data.training, 0, {Use::Training, epoch});
        for (std::size_t plane = 0; plane < 3 * 6; ++plane)
            ASSERT_EQ(std::memcmp(&values[plane * picture], &values[plane / 6 * 6 * picture],
                                  picture * sizeof(float)),
                      0);
        different.insert(std::vector<float>(values.begin(), values.begin() + picture));
    }
    EXPECT_GE(different.size(), 9u);
}

TEST_F(ClipsTest, NumbersInNamesCountAsNumbers)
{
    EXPECT_TRUE(comesBefore("2.jpg", "10.jpg"));
    EXPECT_TRUE(comesBefore("img_00009.jpg", "img_00010.jpg"));
    EXPECT_TRUE(comesBefore("a9b10", "a09b11"));
    EXPECT_FALSE(comesBefore("10", "9"));
    EXPECT_TRUE(comesBefore("01", "1") != comesBefore("1", "01"));
    EXPECT_FALSE(comesBefore("same7", "same7"));
    EXPECT_TRUE(comesBefore("frame", "frame1"));
    addSolidFrames("a", 12);
    for (int i = 1; i <= 12; ++i) {
        const std::string old = (i < 10 ? "0000" : "000") + std::to_string(i);
        fs::rename(m_folder.path("a/" + old + ".png"), m_folder.path("a/f" + std::to_string(i) + ".PNG"));
    }
    writeList("a a 12 0\n");
    EXPECT_THAT(framesSeen(valuesOf(*open().training, 0)), ElementsAre(4, 5, 6, 7));
}

} // namespace
} // namespace lockstep
