// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Waits for a device: short ones are not late, long ones take no core, and one that hangs is named. A
/// program of its own: of a process that has found a device stuck nothing is given back any more.
#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/device_wait.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/device/stuck_devices.h"
#include "engine/core/error.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/thrown_error.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <ctime>
#include <stdexcept>

namespace lockstep::cuda {
namespace {

using namespace std::chrono_literals;
using lockstep::testing::giveToFakeStream;
using lockstep::testing::hangFakeDevice;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr int kHanging = 3;
constexpr DeviceSeconds kLimit = 1s;

/// How much later than the moment a wait for it ends.
Clock::duration lateness(Clock::duration after)
{
    const Clock::time_point moment = Clock::now() + after;
    waitFor({}, Awaited::Work, [moment] { return Clock::now() >= moment; });
    return Clock::now() - moment;
}

Clock::duration leastLateness(Clock::duration after)
{
    Clock::duration least = Clock::duration::max();
    for (int i = 0; i < 20; ++i)
        least = std::min(least, lateness(after));
    return least;
}

double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Of a device that hangs: what a wait for it throws, and that it takes about so long.
EngineError thrownAfter(const std::function<void()>& wait, Clock::duration least, Clock::duration most)
{
    const auto start = Clock::now();
    EngineError error = lockstep::testing::thrownBy(wait);
    EXPECT_GE(Clock::now() - start, least);
    EXPECT_LT(Clock::now() - start, most);
    return error;
}

TEST(DeviceWait, OfAShortStepIsNotLate)
{
    EXPECT_LT(leastLateness(300us), 20us);
}

TEST(DeviceWait, OfALongStepIsLateByASmallPartOfIt)
{
    EXPECT_LT(leastLateness(20ms), 1ms);
}

TEST(DeviceWait, OfALongStepTakesNoCore)
{
    const double before = threadSeconds();
    lateness(500ms);
    EXPECT_LT(threadSeconds() - before, 0.1);
}

TEST(DeviceWait, DoesNotCountTimeInWhichTheProcessStoodStill)
{
    const WaitedTime::Clock::time_point start{};
    WaitedTime waited(start);
    EXPECT_DOUBLE_EQ(waited.at(start + 300ms).count(), 0.3);
    EXPECT_DOUBLE_EQ(waited.at(start + 300ms + 1h).count(), 1.3) << "stopped by a signal or a debugger";
    EXPECT_DOUBLE_EQ(waited.at(start + 400ms + 1h).count(), 1.4);
}

TEST(DeviceWait, MayBeGivenUp)
{
    Queue queue(0);
    const auto ended = [] { throw std::runtime_error("the group has ended"); };
    hangFakeDevice(0);
    giveToFakeStream(queue.stream(), [] {});
    EXPECT_THROW(queue.wait(Awaited::Gradients, ended), std::runtime_error);
    EXPECT_FALSE(isSomeDeviceStuck()) << "nobody has waited long enough to say so";
    lockstep::testing::restoreFakeRuntime();
    queue.wait();
}

std::optional<EngineError> endedBy(ExitCode code)
{
    return EngineError(code, {"the run has ended", {}, {}});
}

TEST(DeviceWait, EndsSoonWhereTheOthersHaveLostPatience)
{
    DevicePatience patience;
    patience.device = 2;
    lateness(800ms);
    EXPECT_GE(lastPatience(ExitCode::PeerLost), 1500ms) << "a step may be as long as those before it";
    patience.ended = [since = Clock::now()] {
        return Clock::now() - since > 2s ? endedBy(ExitCode::PeerLost) : std::nullopt;
    };
    const auto never = [] { return false; };
    const EngineError error = thrownAfter([&] { waitFor(patience, Awaited::Loss, never); }, 1900ms, 10s);
    EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
    EXPECT_THAT(error.what(), HasSubstr("cuda:2 hangs")) << "which is why they ended";
}

TEST(DeviceWait, DoesNotAccuseADeviceOfWhatHasEndedTheOthers)
{
    DevicePatience patience;
    patience.device = 4;
    patience.ended = [] { return endedBy(ExitCode::PeerLost); };
    const auto never = [] { return false; };
    const EngineError error = thrownAfter([&] { waitFor(patience, Awaited::Loss, never); }, 900ms, 10s);
    EXPECT_EQ(error.code(), ExitCode::PeerLost);
    EXPECT_STREQ(error.what(), "the run has ended");
}

TEST(DeviceWait, EndsSoonWhereSomebodyAskedToStop)
{
    DevicePatience patience;
    patience.device = 1;
    patience.ended = [] { return endedBy(ExitCode::Stopped); };
    const auto never = [] { return false; };
    const EngineError error = thrownAfter([&] { waitFor(patience, Awaited::Loss, never); }, 7500ms, 20s);
    EXPECT_EQ(error.code(), ExitCode::Stopped);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("Stopped as asked, without the device cuda:1"),
                                    HasSubstr("the loss of a step")));
    EXPECT_TRUE(isSomeDeviceStuck()) << "nothing is given back";
}

/// Everything that would wait for the device ends the process here, see hangFakeDevice().
TEST(DeviceWait, OfADeviceThatHangsNamesItAndNothingIsGivenBack)
{
    {
        Queue queue(kHanging, kLimit);
        const DeviceMemory memory(100);
        const PinnedMemory pinned(100);
        const auto recording = queue.write([&] { queue.fill(memory.at(), 0, 100); });
        Event done;
        hangFakeDevice(kHanging);
        queue.give(*recording);
        queue.record(done);

        const EngineError error = thrownAfter([&] { done.wait(Awaited::Loss); }, 900ms, 10s);
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("cuda:3 hangs"), HasSubstr("1 s of waiting for the loss of a step"),
                          HasSubstr("nvidia-smi"), HasSubstr("training.timeout_seconds")));
        EXPECT_TRUE(isSomeDeviceStuck());
        const EngineError again = thrownAfter([&] { queue.wait(Awaited::Copy); }, 0s, 500ms);
        EXPECT_STREQ(again.what(), error.what()) << "one cause, and no further waiting";
    }
    Queue other(0, kLimit);
    EXPECT_NO_THROW(other.wait()) << "of another device";
    lockstep::testing::restoreFakeRuntime();
}

} // namespace
} // namespace lockstep::cuda
