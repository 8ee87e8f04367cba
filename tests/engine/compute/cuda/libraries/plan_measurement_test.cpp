// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_measurement.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

/// Measured is what a device does of work that is written down, as steps give it.
namespace lockstep::cuda {
namespace {

using lockstep::testing::fakeRuntimeCalls;
using lockstep::testing::giveToFakeStream;

/// Work that takes so long on the device, and how often it was given and done.
struct TimedWork {
    Queue& queue;
    std::chrono::microseconds time;
    int given = 0;
    int done = 0;

    void operator()()
    {
        ++given;
        giveToFakeStream(queue.stream(), [this] {
            ++done;
            std::this_thread::sleep_for(time);
        });
    }
};

TEST(MeasuredPlans, AreTimedInRecordings)
{
    Queue queue(0);
    TimedWork work{queue, std::chrono::milliseconds(2)};
    const auto graphs = fakeRuntimeCalls().graphLaunches;
    const std::optional<double> seconds = leastSeconds(queue, [&] { work(); });
    ASSERT_TRUE(seconds);
    EXPECT_GE(*seconds, 2e-3);
    EXPECT_EQ(fakeRuntimeCalls().graphLaunches - graphs, 4);
    // To load, to see how long it takes, and to write it down.
    EXPECT_EQ(work.given, 3);
    EXPECT_EQ(work.done, 2 + 4);
}

/// What the host needs between two of them would be most of what is measured.
TEST(MeasuredPlans, ThatAreShortAreTimedSeveralInARow)
{
    Queue queue(0);
    TimedWork work{queue, std::chrono::microseconds(0)};
    const std::optional<double> seconds = leastSeconds(queue, [&] { work(); });
    ASSERT_TRUE(seconds);
    EXPECT_GT(work.given, 3);
    EXPECT_LE(work.given, 2 + 16);
    EXPECT_EQ(work.done, 2 + 4 * (work.given - 2));
}

TEST(MeasuredPlans, ThatAreClearlySlowerThanTheBestAreNotMeasuredAnyCloser)
{
    Queue queue(0);
    TimedWork work{queue, std::chrono::milliseconds(2)};
    const std::optional<double> seconds = leastSeconds(
        queue, [&] { work(); }, 50e-6);
    ASSERT_TRUE(seconds);
    EXPECT_GE(*seconds, 2e-3);
    EXPECT_EQ(work.given, 2);
    EXPECT_EQ(work.done, 2);
}

/// Steps are written down: a plan that cannot be would end the training with its second step.
TEST(MeasuredPlans, ThatCannotBeWrittenDownAreLeftOut)
{
    Queue queue(0);
    // No capture allows an allocation.
    EXPECT_FALSE(leastSeconds(queue, [] { const DeviceMemory scratch(1 << 10); }));
    TimedWork work{queue, std::chrono::microseconds(0)};
    EXPECT_TRUE(leastSeconds(queue, [&] { work(); })) << "the queue serves as before";
}

} // namespace
} // namespace lockstep::cuda
