// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/failing_disk.h"

#include "engine/core/error.h"
#include "tests/engine/checkpoint/checkpoint_fixture.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

/// A checkpoint is saved on a disk of which every call fails in turn.
namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct DiskFault {
    int error = 0;
    DiskFailure failure = DiskFailure::Once;
};

class FailingDisk : public CheckpointFolder, public testing::WithParamInterface<DiskFault> {
protected:
    /// Every file of a checkpoint by its path.
    std::map<std::string, std::string> filesOf(std::int64_t step) const
    {
        std::map<std::string, std::string> files;
        const fs::path folder = m_run / "checkpoints" / ("step-0000000" + std::to_string(step));
        for (const auto& entry : fs::directory_iterator(folder))
            files[entry.path().string()] = readBytes(entry.path());
        return files;
    }

    /// Saves the third of three checkpoints with this call failing; false: there are not so many calls.
    bool saveWithFault(int call)
    {
        CheckpointStore store(m_run, 2);
        save(store, 1);
        save(store, 2);
        const auto before = filesOf(2);
        bool isSaved = true;
        failDisk(call, GetParam().error, GetParam().failure);
        try {
            save(store, 3);
        } catch (const EngineError& error) {
            isSaved = false;
            EXPECT_EQ(error.code(), ExitCode::CheckpointError);
            EXPECT_NE(error.error().message().find(std::strerror(GetParam().error)), std::string::npos)
                << error.error().message();
        }
        const DiskReport report = mendDisk();
        EXPECT_EQ(report.forcedAgain, 0) << "of a file that was not forced the bytes may be gone";
        EXPECT_EQ(filesOf(2), before);
        expectNewest(store, isSaved);
        (isSaved ? m_saved : m_refused) += report.failed > 0 ? 1 : 0;
        return report.failed > 0;
    }

    /// One that is said to be saved is there; else the one before it, or this one, whole.
    void expectNewest(CheckpointStore& store, bool isSaved)
    {
        const CheckpointStore::Newest newest = store.newest();
        EXPECT_TRUE(newest.warnings.empty());
        ASSERT_TRUE(newest.checkpoint);
        expectWhole(*newest.checkpoint);
        EXPECT_GE(newest.checkpoint->position.step, isSaved ? 3 : 2);
        save(store, 4);
        EXPECT_EQ(store.newest().checkpoint->position.step, 4);
    }

    int m_saved = 0, m_refused = 0;
};

TEST_P(FailingDisk, CostsTheCheckpointAndNoneBeforeIt)
{
    int call = 1;
    for (bool isMet = true; isMet; ++call) {
        ASSERT_LT(call, 1000);
        SCOPED_TRACE("call " + std::to_string(call));
        isMet = saveWithFault(call);
        fs::remove_all(m_run / "checkpoints");
    }
    std::printf("FIGURES %s at each of %d calls: %d checkpoints refused, %d saved all the same\n",
                std::strerror(GetParam().error), call - 2, m_refused, m_saved);
    EXPECT_GT(m_refused, 15);
    EXPECT_LT(m_saved, 3);
}

INSTANTIATE_TEST_SUITE_P(Faults, FailingDisk,
                         testing::Values(DiskFault{ENOSPC, DiskFailure::FromNow},
                                         DiskFault{EDQUOT, DiskFailure::FromNow},
                                         DiskFault{EIO, DiskFailure::Once},
                                         DiskFault{EIO, DiskFailure::FromNow}));

} // namespace
} // namespace lockstep
