// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Video clips: what is wrong with them, in which order they come, and those that are made up.
#include "engine/core/random.h"
#include "engine/data/batch_loader.h"
#include "tests/engine/data/clips_fixture.h"

#include <gmock/gmock.h>

#include <iostream>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace lockstep::testing;
namespace fs = std::filesystem;

TEST_F(ClipsTest, TheSmallerCountHoldsAndIsSaidOnce)
{
    addSolidFrames("more", 9);
    addSolidFrames("fewer", 5);
    writeList("a more 4 0\nb fewer 8 1\n");
    const DataSplits data = open();
    EXPECT_TRUE(data.training->takeNotes().sentences.empty());
    for (int i = 0; i < 3; ++i) {
        EXPECT_THAT(framesSeen(valuesOf(*data.training, 0)), ElementsAre(0, 1, 2, 3));
        EXPECT_THAT(framesSeen(valuesOf(*data.training, 1)), ElementsAre(0, 1, 2, 3));
    }
    const Dataset::Notes notes = data.training->takeNotes();
    EXPECT_EQ(notes.count, 2u);
    EXPECT_THAT(
        englishOf(notes.sentences),
        ElementsAre(HasSubstr("The clip a has 4 frames in its list but 9 in its folder; the first 4"),
                    HasSubstr("The clip b has 8 frames in its list but 5 in its folder; the first 5")));
    EXPECT_TRUE(data.training->takeNotes().sentences.empty());
}

TEST_F(ClipsTest, DamageNamesWhatIsWrong)
{
    addSolidFrames("sound", 6);
    addSolidFrames("sizes", 5);
    addSolidFrames("sizes", 2, 30, 18);
    addSolidFrames("page", 6);
    m_folder.write("page/00003.png", "<html>not found</html>");
    addSolidFrames("thin", 6, 3000, 1);
    fs::create_directories(m_folder.path("empty"));
    writeList("sound sound 6 0\nsizes sizes 5 0\npage page 6 0\nempty empty 6 0\ngone nowhere 6 0\nthin thin "
              "6 0\n");
    m_spec.imageSize = m_spec.resize = 512;
    const DataSplits data = open();
    const auto damage = [&](std::size_t index) {
        try {
            valuesOf(*data.training, index);
        } catch (const DamagedSample& found) {
            return std::string(found.what());
        }
        return std::string();
    };
    EXPECT_EQ(damage(0), "");
    EXPECT_THAT(damage(1),
                AllOf(HasSubstr("00003.png"), HasSubstr("clip sizes"), HasSubstr("need one size")));
    EXPECT_THAT(damage(2), AllOf(HasSubstr("page/00003.png"), HasSubstr("neither JPEG nor PNG")));
    EXPECT_THAT(damage(3), AllOf(HasSubstr("clip empty"), HasSubstr("holds no picture")));
    EXPECT_THAT(damage(4), AllOf(HasSubstr("clip gone"), HasSubstr("nowhere is not there")));
    EXPECT_THAT(damage(5), HasSubstr("3000 x 1 pixels, far too long"));
}

std::vector<std::uint8_t> pixelsOf(const Batch& batch)
{
    const auto pixels = batch.inputs.pixels();
    return {pixels.begin(), pixels.end()};
}

std::vector<std::int32_t> labelsOf(const Batch& batch)
{
    return {batch.labels.begin(), batch.labels.end()};
}

/// Each with a hold of its own on its memory.
std::vector<Batch> batchesOf(const Dataset& set, int threads, int epochs)
{
    BatchLoader loader(set, Sampler(set.size(), BatchShares::even(3, 1), 0, Sampler::Order::Shuffled, 4),
                       {.use = Use::Training, .threads = threads, .damagedLimit = 1});
    std::vector<Batch> batches;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        loader.start(epoch);
        while (const Batch* batch = loader.next())
            batches.push_back(*batch);
    }
    return batches;
}

/// With a damaged clip among them; whatever is cached, how many threads there are, and what was read before.
TEST_F(RealClips, BatchesDependOnSeedAndEpochAlone)
{
    fs::create_directories(m_folder.path("broken"));
    m_folder.write("broken/1.jpg", "not found");
    std::string list;
    for (int i = 0; i < 7; ++i)
        list += "c" + std::to_string(i) + " " + (i == 4 ? "broken 1 " : m_name + " 165 ") +
                std::to_string(i % 3) + "\n";
    writeList(list);
    m_spec.imageSize = 40;
    m_spec.resize = 48;
    const std::vector<Batch> expected = batchesOf(*open().training, 1, 3);
    for (const double cache : {0.0, 1.0, 512.0}) {
        m_spec.cacheMegabytes = cache;
        const DataSplits data = open();
        for (const int threads : {4, 2}) {
            const std::vector<Batch> batches = batchesOf(*data.training, threads, 3);
            ASSERT_EQ(batches.size(), expected.size());
            for (std::size_t i = 0; i < batches.size(); ++i) {
                EXPECT_EQ(pixelsOf(batches[i]), pixelsOf(expected[i]))
                    << cache << " MiB, " << threads << " threads";
                EXPECT_EQ(labelsOf(batches[i]), labelsOf(expected[i]));
                EXPECT_EQ(batches[i].damaged, expected[i].damaged);
            }
        }
    }
    EXPECT_NE(valuesOf(*open(2).training, 0, {Use::Training, 0}),
              valuesOf(*open(1).training, 0, {Use::Training, 0}));
    EXPECT_NE(valuesOf(*open().training, 0, {Use::Training, 1}),
              valuesOf(*open().training, 0, {Use::Training, 0}));
}

/// Frames of which bytes are changed, lost or added: read, or named as damaged.
TEST_F(RealClips, MutatedFramesAreReadOrNamed)
{
    const std::string whole = fileContent(frame(1));
    fs::create_directories(m_folder.path("bad"));
    for (int i = 1; i <= 3; ++i)
        m_folder.write("bad/" + std::to_string(i) + ".jpg", whole);
    writeList("bad bad 3 0\n");
    m_spec.frames = 3;
    m_spec.imageSize = m_spec.resize = 64;
    m_spec.cacheMegabytes = 0;
    const DataSplits data = open();
    const std::vector<float> sound = valuesOf(*data.training, 0);
    Random random(5);
    int damaged = 0;
    int changed = 0;
    constexpr int kTries = 400;
    for (int i = 0; i < kTries; ++i) {
        std::string bytes = whole;
        const auto place = static_cast<std::size_t>(random.below(bytes.size()));
        switch (random.below(4)) {
        case 0:
            bytes.resize(place);
            break;
        case 1:
            bytes.erase(place, 1 + random.below(50));
            break;
        case 2: // where the sizes and tables are
            bytes[place % 700] = static_cast<char>(random.below(256));
            break;
        default:
            bytes[place] = static_cast<char>(random.below(256));
        }
        m_folder.write("bad/2.jpg", bytes);
        try {
            changed += valuesOf(*data.training, 0) == sound ? 0 : 1;
        } catch (const DamagedSample& found) {
            ++damaged;
            EXPECT_THAT(found.what(), AllOf(HasSubstr("bad/2.jpg")));
        }
    }
    std::cout << "of " << kTries << " mutated frames " << damaged << " were named as damaged, " << changed
              << " gave another picture, the others the same" << std::endl;
    EXPECT_GT(damaged, kTries / 4);
}

TEST_F(ClipsTest, TooLargeASampleIsRefusedBeforeItIsMade)
{
    addSolidFrames("a", 2);
    writeList("a a 2 0\n");
    m_spec.frames = 1024;
    m_spec.imageSize = m_spec.resize = 1024;
    const std::int64_t growth = peakGrowth([&] {
        try {
            open();
            FAIL() << "opened";
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
            EXPECT_THAT(error.what(), HasSubstr("data.frames"));
        }
    });
    EXPECT_LT(growth, 16 << 20);
    m_spec.kind = DataKind::Synthetic;
    EXPECT_THROW(open(), EngineError);
}

TEST(SyntheticClips, MoveAndAreTheSameEverywhere)
{
    DataSpec spec;
    spec.kind = DataKind::Synthetic;
    spec.frames = 6;
    spec.imageSize = 32;
    spec.classes = 3;
    spec.samples = 9;
    const DataSplits data = openData(spec, 1);
    EXPECT_EQ(data.training->sampleShape(), (Shape{3, 6, 32, 32}));
    const std::size_t picture = 32 * 32;
    std::vector<float> mean(6 * picture); // of the samples of class 0: the noise goes
    std::vector<float> values(3 * 6 * picture);
    for (std::size_t i = 0; i < 9; i += 3) {
        EXPECT_EQ(data.training->read(i, {}, values), 0);
        for (std::size_t k = 0; k < mean.size(); ++k)
            mean[k] += values[k] / 3;
    }
    // Frame 4 is frame 0, moved by a tile; unmoved it is another picture.
    double moved = 0;
    double still = 0;
    for (std::size_t y = 0; y < 32; ++y)
        for (std::size_t x = 0; x + 4 < 32; ++x) {
            const float now = mean[4 * picture + y * 32 + x];
            moved += std::pow(now - mean[y * 32 + x + 4], 2);
            still += std::pow(now - mean[y * 32 + x], 2);
        }
    EXPECT_LT(moved, 0.75 * still);
    std::vector<float> again(values.size());
    openData(spec, 1).training->read(6, {Use::Training, 3}, again);
    EXPECT_EQ(again, values);
}

} // namespace
} // namespace lockstep
