// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/device_watch.h"

#include "engine/protocol/run_files.h"
#include "tests/engine/support/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace lockstep {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A rank that trains on one of the GPUs of fake_nvml.cpp.
class WatchedRank : public ::testing::Test {
protected:
    WatchedRank()
    {
        ::setenv("LD_LIBRARY_PATH", LOCKSTEP_BINARY_DIR "/tests/fake-nvml", 1);
        ::setenv("FAKE_NVML", "three", 1);
        ::unsetenv("CUDA_VISIBLE_DEVICES");
    }

    std::vector<DeviceSampled> samples() const
    {
        std::ifstream file(m_folder.path() / rankJournal(1, 0), std::ios::binary);
        const std::string journal(std::istreambuf_iterator<char>(file), {});
        JournalReader reader;
        std::vector<DeviceSampled> found;
        for (const Record& record : reader.feed(journal).records) {
            if (const auto* sampled = std::get_if<DeviceSampled>(&record.event))
                found.push_back(*sampled);
        }
        return found;
    }
    /// The first sample of a rank on these devices.
    DeviceSampled watch(const std::vector<Device>& devices)
    {
        const DeviceWatch watch(m_recorder, devices, 1, 1ms);
        const auto deadline = Clock::now() + 60s;
        while (samples().empty() && Clock::now() < deadline)
            std::this_thread::yield();
        return samples().empty() ? DeviceSampled() : samples().front();
    }

    ScratchFolder m_folder;
    RankRecorder m_recorder{m_folder.path().string(), 1, 0, RankRecorder::Echo::No};
};

TEST_F(WatchedRank, TellsWhatItsGpuDoes)
{
    const DeviceSampled sampled = watch({{DeviceKind::Cuda, 2}});
    EXPECT_EQ(sampled.gpu, (GpuState{0.25, std::ldexp(2, 30), 64.0, 38.5, 1506.0, 4004.0, throttle::kNone}));
    EXPECT_EQ(sampled.gpuMemoryBytes, std::ldexp(6, 30));
    EXPECT_TRUE(sampled.further.empty());
    EXPECT_GT(sampled.memoryBytes, 1 << 20);
}

/// Whose model is in parts; two of them on one GPU.
TEST_F(WatchedRank, TellsWhatEachOfItsGpusDoes)
{
    const Device processor;
    const DeviceSampled several =
        watch({processor, {DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}, {DeviceKind::Cuda, 0}});
    EXPECT_EQ(several.gpu.throttle, "power-cap heat"); // of GPU 0
    EXPECT_EQ(several.further, (FurtherNumbers{{"cuda_2_busy", 0.25},
                                               {"cuda_2_used_bytes", std::ldexp(2, 30)},
                                               {"cuda_2_temperature_celsius", 64.0},
                                               {"cuda_2_power_watts", 38.5}}));
}

TEST_F(WatchedRank, CountsGpusAsCudaDoes)
{
    ::setenv("CUDA_VISIBLE_DEVICES", "2,0", 1);
    EXPECT_EQ(watch({{DeviceKind::Cuda, 1}}).gpu.throttle, "power-cap heat"); // of GPU 0
}

TEST_F(WatchedRank, TellsNothingOfAGpuThatIsNotThere)
{
    EXPECT_EQ(watch({{DeviceKind::Cuda, 3}}).gpu, GpuState());
}

TEST_F(WatchedRank, OnTheProcessorAsksNoDriver)
{
    ::setenv("FAKE_NVML", "hang", 1);
    const DeviceSampled sampled = watch({{DeviceKind::Cpu, 0}});
    EXPECT_EQ(sampled.gpu, GpuState());
    EXPECT_GT(sampled.memoryBytes, 1 << 20);
}

TEST_F(WatchedRank, GoesOnWithoutADriverThatHangs)
{
    ::setenv("FAKE_NVML", "hang", 1);
    const auto begin = Clock::now();
    {
        const DeviceWatch watch(m_recorder, {{DeviceKind::Cuda, 0}}, 1, 1ms);
        m_recorder.record(StepFinished{});
    }
    EXPECT_LT(Clock::now() - begin, 30s);
    EXPECT_THAT(samples(), testing::IsEmpty());
}

} // namespace
} // namespace lockstep
