// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"
#include "engine/data/loader_brake.h"
#include "engine/data/synthetic_digits.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using namespace std::chrono_literals;

/// A file that can be there, in a folder of its own.
class SwitchFile {
public:
    SwitchFile()
    {
        std::string folder = (std::filesystem::temp_directory_path() / "brake-XXXXXX").string();
        m_folder = ::mkdtemp(folder.data());
    }
    ~SwitchFile() { std::filesystem::remove_all(m_folder); }
    SwitchFile(const SwitchFile&) = delete;
    SwitchFile& operator=(const SwitchFile&) = delete;
    std::string path() const { return m_folder / "slow-data"; }
    void make() const { std::ofstream(path()).put('\n'); }
    void remove() const { std::filesystem::remove(path()); }

private:
    std::filesystem::path m_folder;
};

/// A loader whose training takes a batch each `step`, with `prefetch` made ahead. Returns how long training
/// waited for each of them.
class Training {
public:
    Training(LoaderBrake& brake, int prefetch) : m_brake(brake), m_ahead(static_cast<std::size_t>(prefetch))
    {
    }

    LoaderBrake::Clock::duration step(LoaderBrake::Clock::duration compute)
    {
        while (m_made.size() < m_ahead)
            make();
        const LoaderBrake::Clock::duration waited = std::max(m_made.front() - m_now, 0ns);
        m_now += waited + compute;
        m_made.pop_front();
        return waited;
    }

private:
    /// As soon as there is room for it and the one before is made.
    void make()
    {
        m_loader = std::max(m_loader, m_now);
        m_loader += m_brake.holdBack(m_loader);
        m_made.push_back(m_loader);
    }

    LoaderBrake& m_brake;
    const std::size_t m_ahead;
    LoaderBrake::Clock::time_point m_now{}, m_loader{};
    std::deque<LoaderBrake::Clock::time_point> m_made; ///< when
};

TEST(LoaderBrake, HoldsNothingBackWithoutItsFile)
{
    const SwitchFile file;
    LoaderBrake brake(file.path());
    Training training(brake, 4);
    for (int step = 0; step < 100; ++step)
        EXPECT_EQ(training.step(10ms), 0ms);
}

TEST(LoaderBrake, HalvesTheRateAtWhichBatchesWereTaken)
{
    const SwitchFile file;
    LoaderBrake brake(file.path());
    Training training(brake, 4);
    for (int step = 0; step < 40; ++step)
        training.step(step == 30 ? 5000ms : 10ms); // one evaluates as well
    file.make();
    for (int step = 0; step < 10; ++step)
        training.step(10ms); // what was made ahead
    for (int step = 0; step < 100; ++step)
        EXPECT_EQ(training.step(10ms), 10ms);
    file.remove();
    for (int step = 0; step < 10; ++step)
        training.step(10ms); // what is on its way
    for (int step = 0; step < 100; ++step)
        EXPECT_EQ(training.step(10ms), 0ms);
}

TEST(LoaderBrake, FindsTheRateWhereItIsThereFromTheStart)
{
    const SwitchFile file;
    file.make();
    LoaderBrake brake(file.path());
    Training training(brake, 4);
    for (int step = 0; step < 60; ++step)
        training.step(10ms);
    for (int step = 0; step < 60; ++step)
        EXPECT_EQ(training.step(10ms), 10ms);
}

TEST(LoaderBrake, IsAskedByTheLoaderForEveryBatchAndChangesNone)
{
    const SwitchFile file;
    const DataSplits digits = makeSyntheticDigits(1);
    const auto labelsOf = [&](std::shared_ptr<LoaderBrake> brake) {
        BatchLoader loader(*digits.training, {100, BatchShares::even(10, 1), 0, Sampler::Order::Shuffled, 1},
                           {.use = Use::Training, .prefetch = 2, .epochs = 1, .brake = std::move(brake)});
        std::vector<std::int32_t> labels;
        loader.start(0);
        while (const Batch* batch = loader.next())
            labels.insert(labels.end(), batch->labels.begin(), batch->labels.end());
        return labels;
    };
    const auto brake = std::make_shared<LoaderBrake>(file.path());
    for (int call = 0; call <= static_cast<int>(LoaderBrake::kIntervals); ++call)
        brake->holdBack(LoaderBrake::Clock::now() - 1s + call * 20ms);
    file.make();
    const auto begun = LoaderBrake::Clock::now();
    EXPECT_EQ(labelsOf(brake), labelsOf(nullptr));
    EXPECT_GE(LoaderBrake::Clock::now() - begun, 9 * 40ms); // ten batches
}

} // namespace
} // namespace lockstep
