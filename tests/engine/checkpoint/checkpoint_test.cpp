// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/checkpoint_fixture.h"

#include "engine/checkpoint/checkpoint_removal.h"
#include "engine/checkpoint/manifest.h"
#include "engine/core/error.h"
#include "engine/protocol/checked_line.h"

#include <gmock/gmock.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <functional>

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string errorOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::CheckpointError);
        return error.what();
    }
    return "no error";
}

std::vector<std::string> names(const std::vector<std::string>& folders)
{
    std::vector<std::string> result;
    for (const std::string& folder : folders)
        result.push_back(fs::path(folder).filename().string());
    return result;
}

TEST_F(CheckpointFolder, LoadsWhatWasSavedBitForBit)
{
    CheckpointStore store(m_run, 3);
    EXPECT_FALSE(store.newest().checkpoint);
    const SavedCheckpoint saved = save(store, 600, Standing::Best);
    EXPECT_EQ(saved.path, "checkpoints/step-00000600");
    std::int64_t bytes = 0;
    for (const auto& file : fs::directory_iterator(m_run / saved.path))
        bytes += static_cast<std::int64_t>(file.file_size());
    EXPECT_EQ(saved.bytes, bytes);
    EXPECT_TRUE(saved.warning.empty());
    EXPECT_THAT(saved.removed, IsEmpty());

    const CheckpointStore::Newest newest = store.newest();
    ASSERT_TRUE(newest.checkpoint);
    EXPECT_THAT(newest.warnings, IsEmpty());
    EXPECT_EQ(newest.checkpoint->standing, Standing::Best);
    expectWhole(*newest.checkpoint);
    const CheckpointSummary summary = readManifest((m_run / saved.path).string());
    EXPECT_EQ(summary.position, positionAt(600));
    EXPECT_EQ(summary.bytes, bytes);
    EXPECT_THAT(names(store.list()), ElementsAre("step-00000600"));
    EXPECT_FALSE(fs::exists(m_run / "checkpoints/.saving"));
}

TEST_F(CheckpointFolder, KeepsALossThatIsNoNumber)
{
    CheckpointStore store(m_run, 2);
    TrainingPosition position = positionAt(1);
    position.epochLossSum = std::nan("");
    store.save(modelAt(1), optimizerAt(1), position, Standing::Latest);
    EXPECT_TRUE(std::isnan(store.newest().checkpoint->position.epochLossSum));
}

TEST_F(CheckpointFolder, KeepsTheLatestAndTheBest)
{
    CheckpointStore store(m_run, 2);
    save(store, 1, Standing::Best);
    save(store, 2, Standing::Best);
    for (std::int64_t step = 3; step <= 6; ++step)
        save(store, step);
    EXPECT_THAT(names(store.list()), ElementsAre("step-00000002", "step-00000005", "step-00000006"));
    EXPECT_THAT(*store.best(), testing::EndsWith("step-00000002"));
    const SavedCheckpoint saved = save(store, 7, Standing::Best);
    EXPECT_THAT(names(store.list()), ElementsAre("step-00000006", "step-00000007"));
    EXPECT_THAT(saved.removed, ElementsAre(CheckpointRemoved{2, "checkpoints/step-00000002"},
                                           CheckpointRemoved{5, "checkpoints/step-00000005"}));
}

TEST_F(CheckpointFolder, KeepsAsManyOfTheBestAsAskedFor)
{
    CheckpointStore store(m_run, 2, 3);
    for (const std::int64_t step : {1, 2, 4, 6, 7})
        save(store, step, Standing::Best);
    save(store, 8);
    save(store, 9);
    EXPECT_THAT(names(store.list()), ElementsAre("step-00000004", "step-00000006", "step-00000007",
                                                 "step-00000008", "step-00000009"));
    EXPECT_THAT(*store.best(), testing::EndsWith("step-00000007"));
    // Fewer after the experiment was changed.
    CheckpointStore fewer(m_run, 2, 1);
    save(fewer, 10);
    EXPECT_THAT(names(fewer.list()), ElementsAre("step-00000007", "step-00000009", "step-00000010"));
}

TEST_F(CheckpointFolder, MakesRoomForATrainingThatGoesOnFromAnOlderOne)
{
    CheckpointStore store(m_run, 4);
    save(store, 2, Standing::Best);
    for (const std::int64_t step : {3, 5})
        save(store, step);
    save(store, 6, Standing::Best);
    EXPECT_THAT(*store.best(5), testing::EndsWith("step-00000002"));
    EXPECT_EQ(store.best(1), std::nullopt);
    EXPECT_EQ(store.load("step-00000003").position.step, 3);
    EXPECT_THAT(store.removeAfter(3), ElementsAre(CheckpointRemoved{6, "checkpoints/step-00000006"},
                                                  CheckpointRemoved{5, "checkpoints/step-00000005"}));
    EXPECT_THAT(names(store.list()), ElementsAre("step-00000002", "step-00000003"));
    EXPECT_THAT(store.removeAfter(3), testing::IsEmpty());
}

TEST_F(CheckpointFolder, RemovesOneThatAnotherProcessHasRemovedWithoutHarm)
{
    CheckpointStore store(m_run, 4);
    save(store, 2);
    removeCheckpoint((m_run / "checkpoints").string(), 2);
    removeCheckpoint((m_run / "checkpoints").string(), 2);
    EXPECT_THAT(store.list(), testing::IsEmpty());
    EXPECT_TRUE(std::filesystem::is_empty(m_run / "checkpoints"));
}

TEST_F(CheckpointFolder, SortsBySteps)
{
    CheckpointStore store(m_run, 9);
    for (const std::int64_t step : {99999999, 100000000, 5})
        save(store, step);
    EXPECT_THAT(names(store.list()), ElementsAre("step-00000005", "step-99999999", "step-100000000"));
    fs::create_directory(m_run / "checkpoints/step-7");
    fs::create_directory(m_run / "checkpoints/step-00000008"); // without manifest
    EXPECT_EQ(store.list().size(), 3u);
}

TEST_F(CheckpointFolder, ReplacesTheOneOfTheSameStep)
{
    CheckpointStore store(m_run, 2);
    save(store, 5);
    writeBytes(m_run / "checkpoints/step-00000005/model.safetensors", "damaged");
    save(store, 5, Standing::Best);
    const CheckpointStore::Newest newest = store.newest();
    EXPECT_THAT(newest.warnings, IsEmpty());
    EXPECT_EQ(newest.checkpoint->standing, Standing::Best);
    expectWhole(*newest.checkpoint);
    EXPECT_FALSE(fs::exists(m_run / "checkpoints/.saving"));
}

TEST_F(CheckpointFolder, FallsBackToAnOlderOneWithNotice)
{
    CheckpointStore store(m_run, 4);
    for (const std::int64_t step : {1, 2, 3, 4})
        save(store, step);
    const fs::path folder = m_run / "checkpoints";
    fs::resize_file(folder / "step-00000004/model.safetensors", 10);
    std::string bytes = readBytes(folder / "step-00000003/optimizer.safetensors");
    bytes.back() ^= 1;
    writeBytes(folder / "step-00000003/optimizer.safetensors", bytes);
    fs::remove(folder / "step-00000002/model.safetensors");
    const CheckpointStore::Newest newest = store.newest();
    ASSERT_TRUE(newest.checkpoint);
    EXPECT_EQ(newest.checkpoint->position.step, 1);
    ASSERT_EQ(newest.warnings.size(), 3u);
    EXPECT_THAT(newest.warnings[0].english(),
                testing::StartsWith("The checkpoint step-00000004 was passed over. "));
    EXPECT_THAT(newest.warnings[0].english(), HasSubstr("has 10 bytes, expected "));
    EXPECT_THAT(newest.warnings[1].english(), HasSubstr("its SHA-256 is not the one in the manifest."));
    EXPECT_THAT(newest.warnings[2].english(), HasSubstr("No such file or directory"));
}

TEST_F(CheckpointFolder, EveryFlippedBitOfEveryFileIsDetected)
{
    CheckpointStore store(m_run, 2);
    const fs::path folder = m_run / save(store, 600).path;
    std::size_t flips = 0;
    std::size_t detected = 0;
    for (const char* file : {kManifestFile, kModelFile, kOptimizerFile}) {
        const std::string good = readBytes(folder / file);
        for (std::size_t bit = 0; bit < good.size() * 8; ++bit, ++flips) {
            std::string damaged = good;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            writeBytes(folder / file, damaged);
            try {
                (void)loadCheckpoint(folder.string());
                ADD_FAILURE() << file << " bit " << bit;
            } catch (const EngineError&) {
                ++detected;
            }
        }
        writeBytes(folder / file, good);
    }
    EXPECT_GT(flips, 5000u);
    EXPECT_EQ(detected, flips);
    RecordProperty("flips", static_cast<int>(flips));
    expectWhole(loadCheckpoint(folder.string()));
}

TEST_F(CheckpointFolder, EveryTruncationIsDetected)
{
    CheckpointStore store(m_run, 2);
    const fs::path folder = m_run / save(store, 600).path;
    for (const char* file : {kManifestFile, kModelFile, kOptimizerFile}) {
        const std::string good = readBytes(folder / file);
        for (std::size_t length = 0; length < good.size(); ++length) {
            writeBytes(folder / file, good.substr(0, length));
            EXPECT_THROW((void)loadCheckpoint(folder.string()), EngineError) << file << length;
        }
        writeBytes(folder / file, good + '\0');
        EXPECT_THROW((void)loadCheckpoint(folder.string()), EngineError) << file;
        writeBytes(folder / file, good);
    }
}

TEST_F(CheckpointFolder, AFullDiskLeavesTheOlderOnesAndNoRubbish)
{
    CheckpointStore store(m_run, 3);
    save(store, 1);
    const auto formerHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit former{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &former), 0);
    for (const rlim_t limit : {0u, 50u, 400u}) {
        const rlimit small{limit, former.rlim_max};
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
        const std::string message = errorOf([&] { save(store, 2); });
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &former), 0);
        EXPECT_THAT(message, HasSubstr("Cannot write "));
        EXPECT_THAT(message, HasSubstr("File too large"));
        EXPECT_THAT(names(store.list()), ElementsAre("step-00000001"));
        EXPECT_FALSE(fs::exists(m_run / "checkpoints/.saving"));
        expectWhole(*store.newest().checkpoint);
    }
    std::signal(SIGXFSZ, formerHandler);
    save(store, 2);
    expectWhole(*store.newest().checkpoint);
}

TEST_F(CheckpointFolder, NamesTheFolderThatCannotBeMade)
{
    writeBytes(m_run / "plain", "x");
    EXPECT_THAT(errorOf([&] { CheckpointStore((m_run / "plain").string(), 2); }),
                HasSubstr("Cannot create the folder " + (m_run / "plain/checkpoints").string()));
}

TEST_F(CheckpointFolder, APipeInPlaceOfAFileDoesNotHoldTheReader)
{
    CheckpointStore store(m_run, 2);
    const fs::path folder = m_run / save(store, 1).path;
    fs::remove(folder / kModelFile);
    ASSERT_EQ(mkfifo((folder / kModelFile).c_str(), 0600), 0);
    EXPECT_THAT(errorOf([&] { (void)loadCheckpoint(folder.string()); }), HasSubstr("is not a file."));
}

std::string checkedLine(std::string content)
{
    appendChecksum(content, 0);
    return content + '\n';
}

TEST(ManifestText, RefusesANewerVersionInAPlainSentence)
{
    EXPECT_EQ(errorOf([] { (void)parseManifest(checkedLine(R"({"version":2)"), "m"); }),
              "m was written in version 2 of the format, but this Lockstep reads versions up to 1: please "
              "use a newer "
              "Lockstep.");
}

TEST(ManifestText, RefusesOtherFilesThanItsOwn)
{
    Manifest manifest;
    manifest.files = {{kModelFile, 1, std::string(64, 'a')}, {"../../etc/passwd", 1, std::string(64, 'a')}};
    EXPECT_EQ(errorOf([&] { (void)parseManifest(toJson(manifest), "m"); }),
              "m is damaged: The list of files is not that of a checkpoint.");
}

TEST(ManifestText, NamesTheMemberThatIsWrong)
{
    EXPECT_EQ(errorOf([] { (void)parseManifest(checkedLine(R"({"version":1)"), "m"); }),
              "m is damaged: run: found nothing, expected this member.");
    EXPECT_EQ(errorOf([] { (void)parseManifest("{}\n", "m"); }),
              "m is damaged: This line is not a record with a checksum.");
}

TEST(ManifestText, OfAnOlderLockstepHasNotCountedEpochsSinceTheBest)
{
    Manifest manifest;
    manifest.position.epochsSinceBest = 0;
    manifest.position.model = "lenet";
    manifest.files = {{kModelFile, 1, std::string(64, 'a')}, {kOptimizerFile, 2, std::string(64, 'b')}};
    std::string line = toJson(manifest);
    const std::string member = ",\"epochs_since_best\":0";
    ASSERT_NE(line.find(member), std::string::npos);
    line.erase(line.find(member), member.size());
    const std::string older = checkedLine(line.substr(0, line.rfind(",\"crc\"")));
    EXPECT_EQ(parseManifest(older, "m").position, manifest.position);
    manifest.position.epochsSinceBest = 7;
    EXPECT_EQ(parseManifest(toJson(manifest), "m").position.epochsSinceBest, 7);
}

/// The example of FORMAT.md, byte for byte.
TEST(ManifestText, IsAsSpecified)
{
    std::ifstream specification(LOCKSTEP_SOURCE_DIR "/engine/protocol/FORMAT.md");
    std::string line;
    while (std::getline(specification, line) && line != "```json manifest") {
    }
    ASSERT_TRUE(std::getline(specification, line));
    const Manifest manifest = parseManifest(line + '\n', "FORMAT.md");
    EXPECT_EQ(toJson(manifest), line + '\n');
    EXPECT_EQ(manifest.standing, Standing::Best);
}

} // namespace
} // namespace lockstep
