// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_intake.h"

#include "engine/core/error.h"
#include "tests/engine/checkpoint/checkpoint_fixture.h"

#include <algorithm>
#include <memory>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// From the run's own folder to that of another host.
class TakingIn : public CheckpointFolder {
protected:
    void SetUp() override
    {
        CheckpointFolder::SetUp();
        CheckpointStore store(m_run.string(), 9);
        save(store, 600, Standing::Best);
        m_from = m_run / "checkpoints" / "step-00000600";
        m_elsewhere = m_run / "elsewhere";
        m_to = m_elsewhere / "checkpoints";
        fs::create_directories(m_to);
    }
    std::unique_ptr<CheckpointIntake> intake(const std::string& run, std::int64_t step = 600)
    {
        return std::make_unique<CheckpointIntake>(m_to.string(), run, step,
                                                  readBytes(m_from / "manifest.json"));
    }
    std::unique_ptr<CheckpointIntake> intake() { return intake(positionAt(600).run); }
    /// All that it wants, in pieces of so many bytes.
    void fill(CheckpointIntake& intake, std::size_t pieceBytes)
    {
        while (const auto wanted = intake.wanted()) {
            const std::string file = readBytes(m_from / wanted->file);
            const auto bytes = std::min<std::size_t>(pieceBytes, static_cast<std::size_t>(wanted->bytes));
            intake.take(
                std::as_bytes(std::span(file).subspan(static_cast<std::size_t>(wanted->offset), bytes)));
        }
    }
    bool holdsNothing() const { return fs::is_empty(m_to); }

    fs::path m_from, m_elsewhere, m_to;
};

TEST_F(TakingIn, GivesTheSameFilesWhateverThePieces)
{
    for (const std::size_t pieceBytes : {1u, 100u, 1'000'000u}) {
        const auto taking = intake();
        fill(*taking, pieceBytes);
        EXPECT_FALSE(fs::exists(m_to / "step-00000600") && pieceBytes == 1u) << "before it was published";
        taking->publish(); // the second time in place of the first
        for (const char* file : {"manifest.json", "model.safetensors", "optimizer.safetensors"})
            EXPECT_EQ(readBytes(m_to / "step-00000600" / file), readBytes(m_from / file)) << file;
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(m_to), fs::directory_iterator()), 1) << "leftovers";
    const CheckpointStore store(m_elsewhere.string(), 9);
    const auto newest = store.newest();
    ASSERT_TRUE(newest.checkpoint);
    expectWhole(*newest.checkpoint);
    EXPECT_EQ(newest.checkpoint->standing, Standing::Best);
}

TEST_F(TakingIn, LeavesNothingOfWhatIsNotWhole)
{
    {
        const auto taking = intake();
        const auto wanted = taking->wanted();
        ASSERT_TRUE(wanted);
        const std::string file = readBytes(m_from / wanted->file);
        taking->take(std::as_bytes(std::span(file).first(10)));
        EXPECT_EQ(taking->wanted()->offset, 10);
        EXPECT_FALSE(holdsNothing());
    }
    EXPECT_TRUE(holdsNothing());
}

TEST_F(TakingIn, RefusesBytesThatAreNotThoseOfTheManifest)
{
    std::string model = readBytes(m_from / "model.safetensors");
    model[model.size() / 2] = static_cast<char>(model[model.size() / 2] ^ 1);
    writeBytes(m_from / "model.safetensors", model);
    try {
        const auto taking = intake();
        fill(*taking, 1'000'000);
        FAIL() << "a damaged file was taken in";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::CheckpointError);
        EXPECT_NE(std::string(error.what()).find("model.safetensors is damaged"), std::string::npos)
            << error.what();
    }
    EXPECT_TRUE(holdsNothing());
}

TEST_F(TakingIn, RefusesMoreThanIsWanted)
{
    const auto taking = intake();
    const std::string tooMuch(static_cast<std::size_t>(taking->wanted()->bytes) + 1, 'x');
    EXPECT_THROW(taking->take(std::as_bytes(std::span(tooMuch))), EngineError);
    EXPECT_THROW(taking->take({}), EngineError);
}

TEST_F(TakingIn, RefusesAnotherCheckpointsManifest)
{
    EXPECT_THROW(intake("another-run"), EngineError);
    EXPECT_THROW(intake(positionAt(600).run, 700), EngineError);
    std::string manifest = readBytes(m_from / "manifest.json");
    manifest[manifest.size() / 2] = 'x';
    EXPECT_THROW(CheckpointIntake(m_to.string(), positionAt(600).run, 600, manifest), EngineError);
    EXPECT_TRUE(holdsNothing());
}

} // namespace
} // namespace lockstep
