// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// I3D learns from video clips, from those made up and from real ones.
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lockstep {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using namespace lockstep::testing;
namespace fs = std::filesystem;

const std::string kVideo = LOCKSTEP_SHARED_DATA "/video/";

/// A picture file for each frame of a GIF.
constexpr const char* kUnpackGif =
    "import sys; from PIL import Image, ImageSequence\n"
    "for i, frame in enumerate(ImageSequence.Iterator(Image.open(sys.argv[1]))):\n"
    "    frame.convert('RGB').save(f'{sys.argv[2]}/{i + 1:06}.png')\n";

/// Folders NAME0 ... NAME9 with links to `frames` pictures of a video each, one after another, and their
/// lines.
void cutUp(const std::string& folder, const std::string& name, const std::string& video, const char* ending,
           int frames, int label, std::ostream& list)
{
    for (int piece = 0; piece < 9; ++piece) {
        const std::string own = name + std::to_string(piece);
        fs::create_directory(folder + "/" + own);
        for (int i = 1; i <= frames; ++i) {
            const std::string digits = std::to_string(frames * piece + i);
            const std::string file = std::string(6 - digits.size(), '0') + digits + ending;
            ASSERT_TRUE(fs::exists(folder + "/" + video + "/" + file)) << file;
            fs::create_symlink(folder + "/" + video + "/" + file, folder + "/" + own + "/" + file);
        }
        // Of one piece the list claims 5 frames more than there are.
        list << own << ' ' << own << ' ' << frames + (own == "makeup3" ? 5 : 0) << ' ' << label << '\n';
    }
}

/// Putting on eye makeup, and cricket: 16 pieces of two real videos to learn from, and two that are held out.
/// The pieces of one are shorter than a clip.
void useRealClips(RankFixture& fixture)
{
    const std::string folder = fixture.dataFolder();
    const std::string makeup =
        "tar -xzf '" + kVideo + "c3d/v_ApplyEyeMakeup_g01_c01.tar.gz' -C '" + folder + "'";
    ASSERT_EQ(std::system(makeup.c_str()), 0);
    fs::create_directory(folder + "/cricket");
    const std::string cricket = std::string("/usr/bin/python3 -c \"") + kUnpackGif + "\" '" + kVideo +
                                "kinetics-i3d/data/v_CricketShot_g04_c01_rgb.gif' '" + folder + "/cricket'";
    ASSERT_EQ(std::system(cricket.c_str()), 0);
    std::ofstream list(folder + "/list.txt");
    cutUp(folder, "makeup", "v_ApplyEyeMakeup_g01_c01", ".jpg", 18, 0, list);
    cutUp(folder, "shot", "cricket", ".png", 8, 1, list);
    std::ofstream(folder + "/test.txt") << "Makeup/makeup6.avi\nCricket/shot6.avi\n";
    fixture.experiment.model.name = "i3d";
    DataSpec& data = fixture.experiment.data;
    data.kind = DataKind::Clips;
    data.path = "data/list.txt";
    data.testList = "data/test.txt";
    data.frames = 16;
    data.imageSize = 32;
    data.resize = 36;
}

void learnGently(TrainingSpec& training)
{
    training.optimizer = OptimizerKind::Adam;
    training.learningRate = 0.0003;
    training.batch = 4;
    training.epochs = 4;
    training.deterministic = true;
    training.keepCheckpoints = 2;
}

TEST(ClipsTraining, I3dLearnsFromSyntheticClips)
{
    RankFixture fixture;
    fixture.experiment.model.name = "i3d";
    DataSpec& data = fixture.experiment.data;
    data.kind = DataKind::Synthetic;
    data.frames = 16;
    data.imageSize = 32;
    data.classes = 2;
    data.samples = 32;
    learnGently(fixture.experiment.training);
    expectSuccess(fixture.train(2));
    const std::vector<double> losses = epochLosses(fixture, 1, 1);
    ASSERT_EQ(losses.size(), 4u);
    EXPECT_LT(losses[3], 0.7 * losses[0]);
    EXPECT_EQ(hashOf(fixture, 1, 0), hashOf(fixture, 1, 1));
}

TEST(ClipsTraining, RealClipsAreLearntAndGoneOnWithBitForBit)
{
    RankFixture whole;
    RankFixture pieces;
    for (RankFixture* fixture : {&whole, &pieces}) {
        useRealClips(*fixture);
        learnGently(fixture->experiment.training);
    }
    expectSuccess(whole.train(2));
    const std::vector<double> losses = epochLosses(whole, 1, 0);
    ASSERT_EQ(losses.size(), 4u);
    EXPECT_LT(losses[3], 0.7 * losses[0]);
    for (const Evaluated& evaluated : only<Evaluated>(whole.journal(1, 0)))
        EXPECT_EQ(evaluated.samples, 2);
    std::vector<std::string> warnings;
    for (int rank = 0; rank < 2; ++rank)
        for (const Warned& warned : only<Warned>(whole.journal(1, rank)))
            warnings.push_back(warned.warning.english());
    EXPECT_THAT(warnings,
                Contains(HasSubstr("The clip makeup3 has 23 frames in its list but 18 in its folder")));

    pieces.experiment.data.loaderThreads = 2;
    pieces.experiment.data.cacheMegabytes = 0;
    const auto stopped = pieces.train(2, [&](const std::vector<StopFlag*>& flags) {
        waitUntil([&] { return pieces.journalText(1, 0).find("\"step\":2,") != std::string::npos; });
        flags[1]->request();
    });
    ASSERT_EQ(stopped[0].code, ExitCode::Stopped);
    pieces.resume = "latest";
    expectSuccess(pieces.train(2));
    for (int rank = 0; rank < 2; ++rank)
        EXPECT_EQ(hashOf(pieces, 2, rank), hashOf(whole, 1, 0));
    EXPECT_EQ(epochLosses(pieces, 2, 0).back(), losses.back());
}

TEST(ClipsTraining, APictureModelRefusesClips)
{
    RankFixture fixture;
    fixture.experiment.model.name = "resnet20";
    fixture.experiment.data.kind = DataKind::Synthetic;
    fixture.experiment.data.frames = 4;
    fixture.experiment.data.imageSize = 32;
    const RankOutcome outcome = fixture.train(1).front();
    EXPECT_NE(outcome.code, ExitCode::Success);
    EXPECT_THAT(outcome.failure.message.english(), HasSubstr("clip"));
}

} // namespace
} // namespace lockstep
