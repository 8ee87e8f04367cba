// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// The settings of data and training: ranges, lists, and what does not go together.
#include "engine/protocol/experiment.h"
#include "engine/protocol/experiment_member.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Experiment runnable()
{
    return *parseExperiment(
        R"({"version":1,"topology":{"hosts":[{"id":"h","connection":"local","devices":["cpu"]}]}})");
}

/// A key at the ends of its range, and just beyond them.
struct Range {
    const char* key;
    std::vector<const char*> accepted;
    std::vector<const char*> refused;
    const char* expected; ///< what the refusal says
};

class Settings : public ::testing::TestWithParam<Range> {};

TEST_P(Settings, TakeTheirRangeAndNothingBeyond)
{
    const Range& range = GetParam();
    for (const char* value : range.accepted) {
        const Result<Experiment> experiment = withValue(runnable(), range.key, value);
        ASSERT_TRUE(experiment.ok()) << range.key << "=" << value << ": " << experiment.error().message();
        EXPECT_EQ(*parseExperiment(toJson(*experiment)), *experiment);
        Experiment member = runnable();
        EXPECT_TRUE(setMember(member, range.key, value).ok()) << range.key << "=" << value;
        EXPECT_EQ(member, *experiment) << range.key << "=" << value;
    }
    for (const char* value : range.refused) {
        const Result<Experiment> experiment = withValue(runnable(), range.key, value);
        ASSERT_FALSE(experiment.ok()) << range.key << "=" << value;
        EXPECT_THAT(experiment.error().message(), ::testing::StartsWith(std::string(range.key)));
        EXPECT_THAT(experiment.error().message(), ::testing::HasSubstr(range.expected));
        Experiment member = runnable();
        const Result<void> set = setMember(member, range.key, value);
        ASSERT_FALSE(set.ok()) << range.key << "=" << value;
        EXPECT_EQ(set.error(), experiment.error());
        EXPECT_EQ(member, runnable());
    }
}

const std::vector<Range> kRanges = {
    {"model.weights", {"a b/model.pth", ""}, {"[\"a\"]x\ny"}, "one line of text"},
    {"data.kind", {"cifar10", "image-folder", "clips", "synthetic"}, {"folder"}, "image-folder"},
    {"data.test_list", {"lists/test 01.txt", ""}, {"[\"a\"]x\ny"}, "one line of text"},
    {"data.frames", {"0", "1", "64", "1024"}, {"-1", "1025", "1.5", "many"}, "from 0 to 1024"},
    {"data.augmentation", {"standard", "none"}, {"flip"}, "expected one of: standard, none"},
    {"data.image_size", {"8", "1024"}, {"7", "1025", "32.5"}, "from 8 to 1024"},
    {"data.resize", {"0", "8", "4096"}, {"-1", "4097", "8.5"}, "from 0 to 4096"},
    {"data.classes", {"2", "100000"}, {"1", "100001"}, "from 2 to 100000"},
    {"data.samples", {"1", "2147483647"}, {"0", "2147483648"}, "from 1 to 2147483647"},
    {"data.loader_threads", {"0", "256"}, {"-1", "257"}, "from 0 to 256"},
    {"data.prefetch", {"1", "1024"}, {"0", "1025"}, "from 1 to 1024"},
    {"data.cache_mb", {"0", "0.5", "1048576"}, {"-0.5", "1048577"}, "from 0 to 1048576"},
    {"data.disk_cache_gb", {"0", "0.5", "1000000"}, {"-0.5", "1000001"}, "from 0 to 1e+06"},
    {"data.damaged_limit", {"0", "0.01", "1"}, {"-0.01", "1.01"}, "from 0 to 1"},
    {"data.mean", {"0.5,0.5,0.5", "0.1307", ""}, {"half", "1e7"}, "data.mean"},
    {"data.std", {"0.25,0.25,0.25"}, {"0.5,0", "-1"}, "above 0"},
    {"training.optimizer", {"adamw", "momentum"}, {"lamb"}, "adamw"},
    {"training.nesterov", {"true", "false"}, {"1", "yes"}, "training.nesterov"},
    {"training.weight_decay", {"0", "1e-4", "1"}, {"-1e-4", "1.5"}, "from 0 to 1"},
    {"training.decay_all", {"false"}, {"0"}, "training.decay_all"},
    {"training.schedule.kind", {"constant", "step", "multi-step", "cosine"}, {"poly"}, "cosine"},
    {"training.schedule.every", {"0.5", "100000"}, {"0", "100001"}, "above 0 and at most 1e+05"},
    {"training.schedule.factor", {"1e-9", "1"}, {"0", "1.1"}, "above 0 and at most 1"},
    {"training.schedule.milestones",
     {"30,60,80", "0.5", ""},
     {"0,30", "30,100001"},
     "above 0 and at most 1e+05"},
    {"training.schedule.rates", {"0.1,0.01", "1000"}, {"0.1,0", "1001"}, "above 0 and at most 1000"},
    {"training.schedule.floor", {"0", "1000"}, {"-1", "1001"}, "from 0 to 1000"},
    {"training.schedule.warmup_epochs", {"0", "5.5", "100000"}, {"-1", "100001"}, "from 0 to 1e+05"},
    {"training.schedule.scale_with_world_size", {"true"}, {"2"}, "scale_with_world_size"},
    {"training.label_smoothing", {"0", "0.999"}, {"-0.1", "1"}, "from 0 to below 1"},
    {"training.accumulate", {"1", "50"}, {"0", "65537", "2.5"}, "from 1 to 65536"},
    {"training.drop_last", {"true", "false"}, {"1"}, "training.drop_last"},
    {"training.clip_norm", {"0", "1e9"}, {"-1", "2e9"}, "from 0 to 1e+09"},
    {"training.precision", {"f32", "bf16", "fp16"}, {"f64"}, "expected one of: f32, bf16, fp16"},
    {"training.tf32", {"true", "false"}, {"1"}, "training.tf32"},
    {"training.deterministic", {"true"}, {"on"}, "training.deterministic"},
    {"training.shares",
     {"equal", "auto", "3,1", "[3, 1]", "1", "65536,1"},
     {"", "quick", "3,0", "[]", "65537,1", "3,1.5", "[\"3\"]"},
     "training.shares"},
    {"training.keep_best", {"1", "100000"}, {"0", "100001"}, "from 1 to 100000"},
    {"training.keep_best_above", {"0", "0.975", "1"}, {"-0.1", "1.1"}, "from 0 to 1"},
    {"training.early_stop", {"0", "100000"}, {"-1", "100001"}, "from 0 to 100000"},
    {"restart.max", {"0", "1000"}, {"-1", "1001", "1.5"}, "from 0 to 1000"},
    {"restart.backoff_seconds", {"0", "0.5", "3600"}, {"-1", "3601"}, "from 0 to 3600"},
    {"restart.elastic", {"true", "false"}, {"1"}, "restart.elastic"},
    {"restart.copies", {"0", "16"}, {"-1", "17", "0.5"}, "from 0 to 16"},
};

INSTANTIATE_TEST_SUITE_P(, Settings, ::testing::ValuesIn(kRanges), [](const auto& test) {
    std::string name = test.param.key;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
});

TEST(SettingsLists, AreSetAsTextItemByItemAndAsJson)
{
    const auto set = [](const char* key, const char* value) {
        const Result<Experiment> experiment = withValue(runnable(), key, value);
        EXPECT_TRUE(experiment.ok()) << key << "=" << value
                                     << (experiment.ok() ? "" : experiment.error().message());
        return experiment.ok() ? *experiment : runnable();
    };
    EXPECT_THAT(set("data.mean", "0.485,0.456,0.406").data.mean, ElementsAre(0.485, 0.456, 0.406));
    EXPECT_THAT(set("data.mean", "[0.5, 0.25]").data.mean, ElementsAre(0.5, 0.25));
    EXPECT_THAT(set("data.mean", "0.5").data.mean, ElementsAre(0.5));
    EXPECT_THAT(set("data.std", "").data.deviation, IsEmpty());
    EXPECT_THAT(set("training.schedule.milestones", "30,60.5,80").training.schedule.milestones,
                ElementsAre(30, 60.5, 80));
    const Experiment two = set("training.schedule.rates", "0.1,0.01");
    EXPECT_THAT(withValue(two, "training.schedule.rates.1", "0.02")->training.schedule.rates,
                ElementsAre(0.1, 0.02));
    const Experiment parts = set("training.shares", "3,1");
    EXPECT_EQ(parts.training.shares, (ShareSpec{ShareKind::ByRank, {3, 1}}));
    EXPECT_EQ(memberText(parts, "training.shares"), "3, 1");
    EXPECT_THAT(withValue(parts, "training.shares.1", "2")->training.shares.byRank, ElementsAre(3, 2));
    EXPECT_EQ(withValue(parts, "training.shares", "auto")->training.shares, (ShareSpec{ShareKind::Auto, {}}));
    EXPECT_EQ(memberText(runnable(), "training.shares"), "equal");
    EXPECT_THAT(withValue(two, "training.schedule.rates.2", "0.001")->training.schedule.rates,
                ElementsAre(0.1, 0.01, 0.001));
}

std::vector<std::string> problems(const Experiment& experiment)
{
    std::vector<std::string> texts;
    for (const Error& error : checkExperiment(experiment))
        texts.push_back(error.message());
    return texts;
}

TEST(SettingsCheck, AccumulateNeedsASampleForEachPiece)
{
    Experiment experiment = runnable();
    experiment.training.batch = 4;
    experiment.training.accumulate = 4;
    EXPECT_THAT(problems(experiment), IsEmpty());
    experiment.training.accumulate = 5;
    EXPECT_THAT(problems(experiment),
                ElementsAre("training.accumulate: found 5, expected at most the batch, 4."));
}

TEST(SettingsCheck, PartsOfAGlobalBatchAreAsManyAsTheRanks)
{
    Experiment experiment = runnable();
    experiment.topology.hosts[0].devices.resize(2);
    experiment.training.shares = {ShareKind::ByRank, {3, 1}};
    EXPECT_THAT(problems(experiment), IsEmpty());
    experiment.training.shares.byRank = {3, 1, 1};
    EXPECT_THAT(problems(experiment),
                ElementsAre("training.shares: found 3 parts, expected one for each of the 2 ranks."));
    experiment.training.shares = {ShareKind::Auto, {}};
    EXPECT_THAT(problems(experiment), IsEmpty());
}

TEST(SettingsCheck, AScheduleNamesItsMilestones)
{
    Experiment experiment = runnable();
    ScheduleSpec& schedule = experiment.training.schedule;
    schedule.kind = ScheduleKind::MultiStep;
    EXPECT_THAT(
        problems(experiment),
        ElementsAre("training.schedule.milestones: found nothing, expected the epochs at which the rate "
                    "changes."));
    schedule.milestones = {30, 60};
    EXPECT_THAT(problems(experiment), IsEmpty());
    schedule.milestones = {30, 30};
    EXPECT_THAT(problems(experiment),
                ElementsAre("training.schedule.milestones: expected rising epochs, each one once."));
    schedule.milestones = {60, 30};
    EXPECT_EQ(problems(experiment).size(), 1u);
    schedule.milestones = {30, 60};
    schedule.rates = {0.1};
    EXPECT_THAT(
        problems(experiment),
        ElementsAre("training.schedule.rates: found 1 numbers, expected one for each of the 2 milestones."));
    schedule.rates = {0.1, 0.5}; // a rate may rise
    EXPECT_THAT(problems(experiment), IsEmpty());
}

TEST(SettingsCheck, DataNeedTheirPathAndFittingSizes)
{
    Experiment experiment = runnable();
    experiment.data.kind = DataKind::Cifar10;
    EXPECT_THAT(problems(experiment),
                ElementsAre("data.path: found nothing, expected the folder that holds data_batch_1.bin to "
                            "test_batch.bin."));
    experiment.data.kind = DataKind::ImageFolder;
    EXPECT_THAT(
        problems(experiment),
        ElementsAre("data.path: found nothing, expected the folder that holds train/CLASS/ and val/CLASS/."));
    experiment.data.path = "images";
    experiment.data.imageSize = 257;
    EXPECT_THAT(problems(experiment), IsEmpty());
    experiment.data.resize = 256;
    EXPECT_THAT(problems(experiment),
                ElementsAre("data.resize: found 256, expected at least the image size, 257."));
    experiment.data.kind = DataKind::Synthetic; // is not resized, needs no path
    experiment.data.path.clear();
    EXPECT_THAT(problems(experiment), IsEmpty());
    experiment.data.mean = {0.5, 0.5, 0.5};
    EXPECT_THAT(problems(experiment),
                ElementsAre("data.std: found 0 numbers, expected as many as data.mean has: 3."));
    experiment.data.deviation = {0.5, 0.5, 0.5};
    EXPECT_THAT(problems(experiment), IsEmpty());
}

TEST(SettingsCheck, ResizeFollowsTheImageSizeUntilItIsStated)
{
    DataSpec data;
    EXPECT_EQ(resizeOf(data), 256);
    for (const auto& [size, resize] :
         {std::pair(8, 9), std::pair(32, 37), std::pair(64, 73), std::pair(96, 110), std::pair(112, 128),
          std::pair(299, 342), std::pair(1024, 1170)}) {
        data.imageSize = size;
        EXPECT_EQ(resizeOf(data), resize);
    }
    data.resize = 1100;
    EXPECT_EQ(resizeOf(data), 1100);
    const auto resizeIn = [](const std::string& members) {
        return resizeOf(parseExperiment(R"({"version":1,"data":{)" + members + "}}")->data);
    };
    EXPECT_EQ(resizeIn(R"("image_size":64)"), 73);
    EXPECT_EQ(resizeIn(R"("image_size":64,"resize":0)"), 73);
    EXPECT_EQ(resizeIn(R"("image_size":64,"resize":256)"), 256);
}

TEST(SettingsCheck, ClipsNeedTheirListsAndAModelOfClips)
{
    Experiment experiment = runnable();
    experiment.model.name = "i3d";
    experiment.data.kind = DataKind::Clips;
    experiment.data.imageSize = 257;
    experiment.data.resize = 256;
    EXPECT_THAT(
        problems(experiment),
        ElementsAre(
            "data.path: found nothing, expected the file that lists the clips, with their folders and "
            "labels.",
            "data.test_list: found nothing, expected the file that names the clips held out for "
            "validation.",
            "data.resize: found 256, expected at least the image size, 257."));
    experiment.data.imageSize = 224;
    experiment.data.path = "rgb.txt";
    experiment.data.testList = "testlist01.txt";
    EXPECT_THAT(problems(experiment), IsEmpty());
    EXPECT_EQ(framesOf(experiment.data), 64);
    experiment.model.name = "resnet18";
    EXPECT_THAT(
        problems(experiment),
        ElementsAre("model.name: resnet18 learns from pictures, but a sample of these data is a clip of 64 "
                    "frames. Choose a model of clips, or other data."));
    experiment.model.name = "i3d";
    experiment.data.kind = DataKind::ImageFolder;
    EXPECT_THAT(
        problems(experiment),
        ElementsAre(
            "model.name: i3d learns from clips, but a sample of these data is a picture. Choose video "
            "clips as data, or a model of pictures."));
    EXPECT_EQ(framesOf(experiment.data), 0);
    experiment.data.kind = DataKind::Synthetic;
    EXPECT_EQ(problems(experiment).size(), 1u); // of pictures unless frames are stated
    experiment.data.frames = 16;
    EXPECT_THAT(problems(experiment), IsEmpty());
}

/// Nothing is allocated for what a document merely claims.
TEST(SettingsCheck, AClipHasAnEnd)
{
    Experiment experiment = runnable();
    experiment.model.name = "i3d";
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.imageSize = 512;
    experiment.data.frames = 341; // 341 * 512 * 512 * 3 is the last below 2^28
    EXPECT_THAT(problems(experiment), IsEmpty());
    experiment.data.frames = 342;
    EXPECT_THAT(
        problems(experiment),
        ElementsAre("data.frames: found 342, but a clip of so many frames of 512 x 512 pixels is too large; "
                    "expected at most 341."));
}

} // namespace
} // namespace lockstep
