// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Calls of the driver that do not come back: the process ends, and says which. Each test in a process of its
/// own, for the watch that ends it lives as long as one.
#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/core/error.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/sanitizer_price.h"

#include <gtest/gtest.h>

#include <iostream>
#include <thread>

#include <unistd.h>

namespace lockstep::cuda {
namespace {

using namespace std::chrono_literals;
using lockstep::testing::holdFakeCall;
using ::testing::ExitedWithCode;
using Clock = std::chrono::steady_clock;

constexpr int kDevice = 3;
constexpr int kUnavailable = static_cast<int>(ExitCode::DeviceUnavailable);
constexpr int kStopped = static_cast<int>(ExitCode::Stopped);
constexpr DeviceSeconds kLimit = 1s;
/// A process that ends by itself.
constexpr int kOwnEnd = 77;

SharedPatience patienceOf(DeviceSeconds limit)
{
    return patienceWith(kDevice, limit);
}

void useDevice(const SharedPatience& patience = patienceOf(kLimit))
{
    Queue queue(patience);
    const DeviceMemory memory(100);
    const PinnedMemory pinned(100);
    const auto recording = queue.write([&] { queue.fill(memory.at(), 0, 100); });
    queue.copy(memory.at(), pinned.at(), 100);
    queue.give(*recording);
    queue.wait();
}

/// Lets what is held come back after a while.
void releaseAfter(Clock::duration time)
{
    std::thread([time] {
        std::this_thread::sleep_for(time);
        lockstep::testing::restoreFakeRuntime();
    }).detach();
}

double secondsOf(const std::function<void()>& job)
{
    const Clock::time_point start = Clock::now();
    job();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class HeldCallDeathTest : public ::testing::TestWithParam<const char*> {};

TEST_P(HeldCallDeathTest, EndsTheProcessAndIsNamed)
{
    const std::string function = GetParam();
    const double taken = secondsOf([&] {
        EXPECT_EXIT(
            {
                holdFakeCall(function, kDevice);
                useDevice();
                ::_exit(kOwnEnd);
            },
            ExitedWithCode(kUnavailable),
            "cuda:3 hangs: after [0-9]+ s of waiting for a call of its driver to come back .*" + function);
    });
    EXPECT_LT(taken, 30);
}

INSTANTIATE_TEST_SUITE_P(Calls, HeldCallDeathTest,
                         ::testing::Values("cudaSetDevice", "cudaStreamCreateWithFlags", "cudaMalloc",
                                           "cudaHostAlloc", "cudaGraphInstantiate", "cudaMemcpyAsync",
                                           "cudaGraphLaunch", "cudaStreamQuery", "cudaGraphExecDestroy",
                                           "cudaFreeHost", "cudaFree"));

void useDeviceThatHolds(const char* call, Clock::duration held, DeviceSeconds patience)
{
    holdFakeCall(call, kDevice);
    releaseAfter(held);
    useDevice(patienceOf(patience));
    ::_exit(kOwnEnd);
}

TEST(DriverCallDeathTest, ThatIsSlowIsLeftAlone)
{
    EXPECT_EXIT(useDeviceThatHolds("cudaMemcpyAsync", 1500ms, 5s), ExitedWithCode(kOwnEnd), "");
}

TEST(DriverCallDeathTest, ThatSetsSomethingUpMayTakeLonger)
{
    EXPECT_EXIT(useDeviceThatHolds("cudaSetDevice", 3s, 1500ms), ExitedWithCode(kOwnEnd), "");
}

TEST(DriverCallDeathTest, IsOneOfMany)
{
    EXPECT_EXIT(
        {
            const Clock::time_point end = Clock::now() + 3s; // of calls without a pause
            Queue queue(patienceOf(kLimit));
            while (Clock::now() < end)
                queue.wait();
            ::_exit(kOwnEnd);
        },
        ExitedWithCode(kOwnEnd), "");
}

TEST(DriverCallDeathTest, OfAnotherThreadEndsTheProcessToo)
{
    EXPECT_EXIT(
        {
            holdFakeCall("cudaMemcpyAsync", kDevice);
            std::thread([] { useDevice(); }).detach();
            std::this_thread::sleep_for(60s);
            ::_exit(kOwnEnd);
        },
        ExitedWithCode(kUnavailable), "cuda:3 hangs");
}

TEST(DriverCallDeathTest, LetsItsOwnerSayTheLastWords)
{
    EXPECT_EXIT(
        {
            // Its queue is still there; another one's was, for a while.
            DevicePatience patience = *patienceOf(kLimit);
            patience.lastWords = [](const EngineError& error) {
                std::cerr << "last words: " << static_cast<int>(error.code());
                return ExitCode::CheckpointError;
            };
            Queue own(std::make_shared<const DevicePatience>(patience));
            const DeviceMemory memory(100);
            useDevice(patienceOf(300s));
            holdFakeCall("cudaMemsetAsync", kDevice);
            own.fill(memory.at(), 0, 100);
        },
        ExitedWithCode(static_cast<int>(ExitCode::CheckpointError)), "last words: 5");
}

TEST(DriverCallDeathTest, IsNotKeptByLastWordsThatDoNotEnd)
{
    EXPECT_EXIT(
        {
            DevicePatience patience = *patienceOf(kLimit);
            patience.lastWords = [](const EngineError&) {
                std::this_thread::sleep_for(10min);
                return ExitCode::Success;
            };
            holdFakeCall("cudaMemcpyAsync", kDevice);
            useDevice(std::make_shared<const DevicePatience>(patience));
        },
        ExitedWithCode(kUnavailable), "");
}

TEST(DriverCallDeathTest, EndsSoonWhereSomebodyAskedToStop)
{
    const double taken = secondsOf([] {
        EXPECT_EXIT(
            {
                DevicePatience patience = *patienceOf(300s);
                patience.ended = [since = Clock::now()]() -> std::optional<EngineError> {
                    if (Clock::now() - since < 1s)
                        return std::nullopt;
                    return EngineError(ExitCode::Stopped, {"asked to stop", {}, {}});
                };
                holdFakeCall("cudaGraphLaunch", kDevice);
                useDevice(std::make_shared<const DevicePatience>(patience));
            },
            ExitedWithCode(kStopped), "Stopped as asked, without the device cuda:3");
    });
    EXPECT_LT(taken, 20);
}

TEST(DriverCallDeathTest, CostsNextToNothing)
{
    EXPECT_EXIT(
        {
            constexpr int kCalls = 1000000;
            const double taken = secondsOf([] {
                for (int i = 0; i < kCalls; ++i)
                    const DriverCall call("nothing");
            });
            std::cerr << taken / kCalls * 1e9 << " ns";
            // A start of a kernel takes 3 to 5 us. A sanitizer looks at each store.
            ::_exit(taken / kCalls < 1e-6 * lockstep::testing::kBytesOfMemoryPerByte ? kOwnEnd : 1);
        },
        ExitedWithCode(kOwnEnd), "");
}

} // namespace
} // namespace lockstep::cuda
