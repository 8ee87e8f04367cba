// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"
#include "engine/data/image_folder.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <numeric>
#include <set>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using namespace lockstep::testing;
namespace fs = std::filesystem;

const fs::path kShared = LOCKSTEP_SHARED_DATA;

/// Two classes of small pictures, `perClass` each, and one each to validate.
class Folder : public ::testing::Test {
protected:
    Folder() : m_jpeg(fileContent(kShared / "jpeg-edge/fakedata/logos/rgb_pytorch.jpg"))
    {
        for (const char* name : {"train/ant", "train/bee", "val/ant", "val/bee"})
            fs::create_directories(m_folder.path(name));
        add("val/ant/1.jpg");
        add("val/bee/1.jpg");
        m_spec.kind = DataKind::ImageFolder;
        m_spec.path = m_folder.path();
        m_spec.imageSize = m_spec.resize = 16;
    }
    void add(const std::string& name) { m_folder.write(name, m_jpeg); }
    void addDamaged(const std::string& name) { m_folder.write(name, m_jpeg.substr(0, m_jpeg.size() / 2)); }
    void addTraining(int perClass, const std::set<int>& damaged = {})
    {
        for (int i = 0; i < 2 * perClass; ++i) {
            const std::string name =
                std::string(i < perClass ? "train/ant/" : "train/bee/") + std::to_string(1000 + i) + ".jpg";
            damaged.contains(i) ? addDamaged(name) : add(name);
        }
    }
    std::string openError()
    {
        return dataErrorOf([&] { openData(m_spec, 1); });
    }

    ScratchFolder m_folder;
    std::string m_jpeg;
    DataSpec m_spec;
};

TEST_F(Folder, IsReadInTorchvisionsOrder)
{
    fs::create_directories(m_folder.path("train/Zebra/sub"));
    fs::create_directories(m_folder.path("val/Zebra"));
    add("val/Zebra/1.png"); // a JPEG by content
    for (const char* name : {"train/ant/b.jpg", "train/ant/a.JPEG", "train/ant/C.Jpg", "train/bee/x.png",
                             "train/Zebra/sub/0.jpg", "train/Zebra/9.jpg"})
        add(name);
    m_folder.write("train/ant/notes.txt", "not a picture");
    m_folder.write("train/list.csv", "neither a class");
    const FolderListing listing(m_folder.path("train"));
    EXPECT_THAT(listing.classes(), ElementsAre("Zebra", "ant", "bee"));
    std::vector<std::string> found;
    for (std::size_t i = 0; i < listing.size(); ++i)
        found.push_back(std::to_string(listing.label(i)) + " " +
                        fs::relative(listing.path(i), m_folder.path()).string());
    EXPECT_THAT(found, ElementsAre("0 train/Zebra/9.jpg", "0 train/Zebra/sub/0.jpg", "1 train/ant/C.Jpg",
                                   "1 train/ant/a.JPEG", "1 train/ant/b.jpg", "2 train/bee/x.png"));
    const DataSplits data = openData(m_spec, 1);
    EXPECT_EQ(data.training->classes(), 3);
    EXPECT_EQ(data.training->sampleShape(), (Shape{3, 16, 16}));
    std::vector<float> values(3 * 16 * 16);
    EXPECT_EQ(data.validation->read(0, {}, values), 0);
    EXPECT_EQ(data.training->read(5, {}, values), 2);
}

TEST_F(Folder, AgreesWithTorchvisionAboutAHardOrder)
{
    for (const char* folder :
         {"train/bee/sub", "train/bee/sub-1", "train/bee/sub/deep", "train/bee/Sub", "train/b"})
        fs::create_directories(m_folder.path(folder));
    for (const char* name :
         {"train/ant/a.jpg", "train/bee/sub/x.jpg", "train/bee/sub-1/y.jpg", "train/b/\xc3\xa9.png",
          "train/bee/sub/deep/z.jpg", "train/bee/Sub/w.jpg", "train/bee/zz.jpg", "train/b/~.jpeg"})
        add(name);
    const std::string command =
        "/usr/bin/python3 -c 'import sys, torchvision.datasets as d\n"
        "for path, label in d.ImageFolder(sys.argv[1]).samples: print(label, path)' '" +
        m_folder.path("train") + "' > '" + m_folder.path("list") + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const FolderListing listing(m_folder.path("train"));
    std::string found;
    for (std::size_t i = 0; i < listing.size(); ++i)
        found += std::to_string(listing.label(i)) + " " + listing.path(i) + "\n";
    EXPECT_EQ(found, fileContent(m_folder.path("list")));
}

TEST_F(Folder, SaysWhatIsMissing)
{
    EXPECT_THAT(openError(), AllOf(HasSubstr("train/ant"), HasSubstr("holds no picture")));
    addTraining(2);
    EXPECT_EQ(openData(m_spec, 1).training->size(), 4u);
    fs::create_directory(m_folder.path("val/cat"));
    EXPECT_THAT(openError(), HasSubstr("val/cat holds no picture"));
    add("val/cat/1.jpg");
    EXPECT_THAT(openError(), AllOf(HasSubstr("The class cat is in"), HasSubstr("but not in")));
    fs::remove_all(m_folder.path("val"));
    const DataSplits half = openData(m_spec, 1);
    EXPECT_EQ(half.validation, nullptr);
    EXPECT_THAT(dataErrorOf([&] { requireTrainable(m_spec, half, 1); }),
                HasSubstr("the folder val is not there"));
    fs::create_directory(m_folder.path("val"));
    EXPECT_THAT(openError(), HasSubstr("/val has no class folders"));
    m_spec.path = m_folder.path("nowhere");
    EXPECT_THAT(openError(), AllOf(HasSubstr("nowhere/train is not there"), HasSubstr("one folder val")));
}

TEST_F(Folder, WithACircleOfLinksIsRefused)
{
    addTraining(1);
    fs::create_directory_symlink(m_folder.path("train"), m_folder.path("train/ant/round"));
    EXPECT_THAT(openError(), HasSubstr("circle"));
}

TEST_F(Folder, NeedsASampleForEveryRank)
{
    addTraining(2);
    const DataSplits data = openData(m_spec, 1);
    requireTrainable(m_spec, data, 4);
    EXPECT_THAT(dataErrorOf([&] { requireTrainable(m_spec, data, 5); }),
                HasSubstr("4 images, too few for 5 ranks"));
}

TEST_F(Folder, TakesOneFigureForAllChannelsOrOneForEach)
{
    addTraining(1);
    m_spec.mean = {0, 0};
    m_spec.deviation = {1, 1};
    try {
        openData(m_spec, 1);
        FAIL() << "nothing was thrown";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
        EXPECT_THAT(error.what(), AllOf(HasSubstr("data.mean"), HasSubstr("found 2 numbers")));
    }
    std::vector<float> usual(3 * 16 * 16);
    std::vector<float> plain(usual.size());
    m_spec.mean.clear();
    m_spec.deviation.clear();
    openData(m_spec, 1).training->read(0, {}, usual);
    m_spec.mean = {0};
    m_spec.deviation = {1};
    openData(m_spec, 1).training->read(0, {}, plain);
    const std::array<double, 3> mean{0.485, 0.456, 0.406};
    const std::array<double, 3> deviation{0.229, 0.224, 0.225};
    for (std::size_t channel = 0; channel < 3; ++channel)
        EXPECT_NEAR(usual[channel * 256] * deviation[channel] + mean[channel], plain[channel * 256], 1e-5);
}

/// Everything of two epochs.
struct Pass {
    std::vector<std::uint8_t> inputs;
    std::vector<std::int32_t> labels;
    std::vector<std::size_t> indices;
    std::vector<int> counts, damaged;
    bool operator==(const Pass&) const = default;
};

Pass passOf(const Dataset& set, int threads, Use use, int rank = 0, int worldSize = 1, int batch = 7)
{
    LoaderOptions options;
    options.use = use;
    options.threads = threads;
    options.damagedLimit = 1;
    BatchLoader loader(
        set, Sampler(set.size(), BatchShares::even(batch, worldSize), rank, Sampler::Order::Shuffled, 9),
        options);
    EXPECT_EQ(loader.threads(), threads);
    Pass pass;
    for (int epoch = 0; epoch < 2; ++epoch) {
        loader.start(epoch);
        while (const Batch* next = loader.next()) {
            const auto pixels = next->inputs.pixels();
            pass.inputs.insert(pass.inputs.end(), pixels.begin(), pixels.end());
            pass.labels.insert(pass.labels.end(), next->labels.begin(), next->labels.end());
            pass.indices.insert(pass.indices.end(), next->indices.begin(), next->indices.end());
            pass.counts.push_back(next->count);
            pass.damaged.push_back(next->damaged);
        }
    }
    return pass;
}

TEST_F(Folder, GivesTheSameBatchesWhateverTheThreads)
{
    addTraining(20, {3, 4, 31});
    for (const Use use : {Use::Training, Use::Evaluation}) {
        const Pass one = passOf(*openData(m_spec, 1).training, 1, use);
        EXPECT_EQ(passOf(*openData(m_spec, 1).training, 2, use), one);
        EXPECT_EQ(passOf(*openData(m_spec, 1).training, 7, use), one);
        const Pass other = passOf(*openData(m_spec, 2).training, 3, use);
        EXPECT_EQ(other == one, use == Use::Evaluation); // another seed, other crops
    }
}

TEST_F(Folder, GivesTheSameSamplesWhateverTheRanks)
{
    addTraining(14);
    const auto set = openData(m_spec, 1);
    const Pass one = passOf(*set.training, 2, Use::Training, 0, 1, 14);
    std::vector<std::uint8_t> together;
    const Pass first = passOf(*set.training, 1, Use::Training, 0, 2, 7);
    const Pass second = passOf(*set.training, 3, Use::Training, 1, 2, 7);
    const std::size_t part = 7 * 3 * 256;
    for (std::size_t at = 0; at < first.inputs.size(); at += part) {
        together.insert(together.end(), first.inputs.begin() + static_cast<std::ptrdiff_t>(at),
                        first.inputs.begin() + static_cast<std::ptrdiff_t>(at + part));
        together.insert(together.end(), second.inputs.begin() + static_cast<std::ptrdiff_t>(at),
                        second.inputs.begin() + static_cast<std::ptrdiff_t>(at + part));
    }
    EXPECT_TRUE(together == one.inputs);
}

TEST_F(Folder, AugmentsAnewInEveryEpochButForEvaluation)
{
    addTraining(1);
    std::vector<float> a(3 * 256);
    std::vector<float> b(a.size());
    const auto differs = [&](const Dataset& set, ReadContext x, ReadContext y) {
        set.read(0, x, a);
        set.read(0, y, b);
        return a != b;
    };
    const auto data = openData(m_spec, 1);
    EXPECT_TRUE(differs(*data.training, {Use::Training, 0}, {Use::Training, 1}));
    EXPECT_FALSE(differs(*data.training, {Use::Training, 1}, {Use::Training, 1}));
    EXPECT_FALSE(differs(*data.training, {Use::Evaluation, 0}, {Use::Evaluation, 1}));
    m_spec.augmentation = Augmentation::None;
    EXPECT_FALSE(differs(*openData(m_spec, 1).training, {Use::Training, 0}, {Use::Training, 1}));
}

TEST_F(Folder, PassesOverDamagedImages)
{
    addTraining(20, {3, 4, 31});
    m_folder.write("train/bee/1031.jpg", "<html>404</html>");
    const auto data = openData(m_spec, 1);
    const Pass training = passOf(*data.training, 3, Use::Training);
    EXPECT_THAT(training.counts, ElementsAre(7, 7, 7, 7, 7, 5, 7, 7, 7, 7, 7, 5));
    EXPECT_EQ(std::accumulate(training.damaged.begin(), training.damaged.end(), 0), 6); // three in each epoch
    const Pass evaluation = passOf(*data.training, 3, Use::Evaluation);
    EXPECT_EQ(std::accumulate(evaluation.counts.begin(), evaluation.counts.end(), 0), 2 * 37);
    EXPECT_THAT(evaluation.labels, SizeIs(2 * 37));
    EXPECT_THAT(evaluation.inputs, SizeIs(2 * 37 * 3 * 256));
    EXPECT_EQ(std::count(evaluation.labels.begin(), evaluation.labels.end(), 0), 2 * 18);
    // Every sample says which one it is, those behind a damaged one too.
    ASSERT_THAT(evaluation.indices, SizeIs(2 * 37));
    for (std::size_t i = 0; i < evaluation.indices.size(); ++i)
        EXPECT_EQ(data.training->label(evaluation.indices[i]), evaluation.labels[i]) << i;
    const std::set<std::size_t> seen(evaluation.indices.begin(), evaluation.indices.end());
    EXPECT_THAT(seen, AllOf(SizeIs(37), Not(Contains(3)), Not(Contains(4)), Not(Contains(31))));
}

TEST_F(Folder, NamesEachDamagedImageOnce)
{
    addTraining(20, {3, 4});
    const auto data = openData(m_spec, 1);
    LoaderOptions options{Use::Training, 2, 4, 100, 0.06};
    BatchLoader loader(*data.training, Sampler(40, BatchShares::even(7, 1), 0, Sampler::Order::Sequential, 9),
                       options);
    loader.start(0);
    loader.next();
    const auto damage = loader.takeDamage();
    EXPECT_EQ(damage.count, 2);
    EXPECT_THAT(englishOf(damage.sentences),
                ElementsAre(AllOf(HasSubstr("train/ant/1003.jpg"), HasSubstr("damaged")),
                            HasSubstr("train/ant/1004.jpg")));
    while (loader.next()) {
    }
    loader.start(1);
    while (loader.next()) {
    }
    EXPECT_THAT(loader.takeDamage().sentences, SizeIs(0));
    EXPECT_EQ(loader.takeDamage().count, 2);
}

TEST_F(Folder, StopsBeyondTheLimitAndNamesFiles)
{
    addTraining(50, {3, 4, 60});
    m_spec.damagedLimit = 0.02;
    const auto data = openData(m_spec, 1);
    BatchLoader loader(*data.training,
                       Sampler(100, BatchShares::even(10, 1), 0, Sampler::Order::Sequential, 9),
                       loaderOptions(m_spec, Use::Training));
    for (int epoch = 0; epoch < 2; ++epoch) {
        loader.start(epoch);
        for (int batch = 0; batch < 6; ++batch)
            ASSERT_NE(loader.next(), nullptr);
        for (int again = 0; again < 2; ++again)
            EXPECT_THAT(dataErrorOf([&] { loader.next(); }),
                        AllOf(HasSubstr("3 of the 100 images are damaged"), HasSubstr("limit of 2 %"),
                              HasSubstr("1003.jpg"), HasSubstr("1060.jpg"), HasSubstr("data.damaged_limit")));
    }
    EXPECT_THAT(dataErrorOf([&] { loader.requireFewDamaged(5); }), HasSubstr("5 of the 100"));
    loader.requireFewDamaged(2);
}

/// So that each can be said in the reader's language, down to the decoder's own words.
TEST_F(Folder, TheReasonsOfDamageStayApartFromTheirWording)
{
    addTraining(10, {3, 4});
    m_spec.damagedLimit = 0;
    const auto data = openData(m_spec, 1);
    BatchLoader loader(*data.training, Sampler(20, BatchShares::even(5, 1), 0, Sampler::Order::Sequential, 9),
                       loaderOptions(m_spec, Use::Training));
    loader.start(0);
    Error error;
    try {
        loader.next();
    } catch (const EngineError& thrown) {
        error = thrown.error();
    }
    ASSERT_THAT(error.arguments, SizeIs(4));
    ASSERT_THAT(error.arguments[3].arguments, SizeIs(2)) << error.message();
    for (const Sentence& image : error.arguments[3].arguments) {
        EXPECT_EQ(image.text, "The image %1 is damaged: %2.");
        ASSERT_THAT(image.arguments, SizeIs(2));
        EXPECT_EQ(image.arguments[1].text, "libjpeg says \"%1\"");
    }
}

TEST_F(Folder, OfNothingButDamageEndsClearly)
{
    std::set<int> all;
    for (int i = 0; i < 20; ++i)
        all.insert(i);
    addTraining(10, all);
    m_spec.damagedLimit = 1;
    const auto data = openData(m_spec, 1);
    BatchLoader loader(*data.training, Sampler(20, BatchShares::even(5, 1), 0, Sampler::Order::Shuffled, 9),
                       loaderOptions(m_spec, Use::Training));
    loader.start(0);
    EXPECT_THAT(dataErrorOf([&] { loader.next(); }), HasSubstr("nothing can take their place"));
    BatchLoader evaluation(*data.training,
                           Sampler(20, BatchShares::even(5, 1), 0, Sampler::Order::Shuffled, 9),
                           loaderOptions(m_spec, Use::Evaluation));
    evaluation.start(0);
    EXPECT_EQ(evaluation.next()->count, 0);
}

TEST_F(Folder, FindsDamageBelowTheCropToo)
{
    // The upper half is intact; whether it counts must not depend on where the crop lies.
    addTraining(1, {0});
    const auto data = openData(m_spec, 1);
    std::vector<float> values(3 * 256);
    EXPECT_THROW(dynamic_cast<const ImageFolder&>(*data.training).readCrop(0, {0, 0, 20, 20, false}, values),
                 DamagedSample);
}

TEST_F(Folder, LosesAFileWithoutEnding)
{
    addTraining(3);
    const auto data = openData(m_spec, 1);
    fs::remove(m_folder.path("train/ant/1001.jpg"));
    fs::remove(m_folder.path("train/ant/1002.jpg"));
    fs::create_directory(m_folder.path("train/ant/1002.jpg"));
    std::vector<float> values(3 * 256);
    for (const std::size_t index : {1u, 2u})
        EXPECT_THROW(data.training->read(index, {Use::Training, 0}, values), DamagedSample);
}

} // namespace
} // namespace lockstep
