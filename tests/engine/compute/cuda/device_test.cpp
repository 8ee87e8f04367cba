// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Queues, events, recordings and memory, on the runtime of devices that are not there.
#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/core/error.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

namespace lockstep::cuda {
namespace {

using lockstep::testing::fakeRuntimeCalls;
using lockstep::testing::giveToFakeStream;

constexpr std::size_t kFloats = 1000;
constexpr std::size_t kBytes = kFloats * sizeof(float);

class CudaDevice : public ::testing::Test {
protected:
    ~CudaDevice() override { lockstep::testing::restoreFakeRuntime(); }

    static float* floats(std::byte* memory) { return reinterpret_cast<float*>(memory); }

    /// Kernel: every element of the device's memory plus one.
    void addOne(Queue& queue)
    {
        giveToFakeStream(queue.stream(), [to = floats(m_memory.at())] {
            for (std::size_t i = 0; i < kFloats; ++i)
                to[i] += 1;
        });
    }
    float firstValue(Queue& queue)
    {
        queue.copy(m_host.at(), m_memory.at(), kBytes);
        queue.wait();
        return floats(m_host.at())[0];
    }

    Queue m_queue{0};
    DeviceMemory m_memory{kBytes};
    PinnedMemory m_host{kBytes};
};

TEST_F(CudaDevice, GivesMemoryThatIsZero)
{
    std::memset(m_host.at(), 1, kBytes);
    EXPECT_EQ(firstValue(m_queue), 0);
    const PinnedMemory pinned(100);
    for (const std::byte byte : pinned.span())
        EXPECT_EQ(byte, std::byte{0});
}

TEST_F(CudaDevice, TakesAndGivesNothing)
{
    const DeviceMemory none(0);
    const PinnedMemory noneHere(0);
    EXPECT_EQ(none.bytes(), 0U);
    EXPECT_TRUE(noneHere.span().empty());
    m_queue.copy(nullptr, nullptr, 0);
    m_queue.fill(nullptr, 0, 0);
    m_queue.wait();
}

TEST_F(CudaDevice, MovesMemoryWithItsOwner)
{
    addOne(m_queue);
    DeviceMemory other = std::move(m_memory);
    EXPECT_EQ(other.bytes(), kBytes);
    m_memory = std::move(other);
    EXPECT_EQ(firstValue(m_queue), 1);
}

TEST_F(CudaDevice, DoesTheWorkInItsOrderWhenSomebodyWaits)
{
    m_queue.fill(m_memory.at(), 0, kBytes);
    addOne(m_queue);
    addOne(m_queue);
    m_queue.copy(m_host.at(), m_memory.at(), kBytes);
    EXPECT_EQ(floats(m_host.at())[0], 0) << "no sooner";
    m_queue.wait();
    EXPECT_EQ(floats(m_host.at())[kFloats - 1], 2);
}

TEST_F(CudaDevice, ReadsHostMemoryWhenTheCopyIsDone)
{
    floats(m_host.at())[0] = 1;
    m_queue.copy(m_memory.at(), m_host.at(), kBytes);
    floats(m_host.at())[0] = 5; // too early: what a BatchHold is there to prevent
    EXPECT_EQ(firstValue(m_queue), 5);
}

using CudaDeviceDeathTest = CudaDevice;

TEST_F(CudaDeviceDeathTest, MemoryIsClosedToTheHost)
{
    EXPECT_DEATH({ *m_memory.at() = std::byte{1}; }, "");
    EXPECT_DEATH(
        {
            giveToFakeStream(m_queue.stream(), [end = floats(m_memory.at()) + 1024] { *end = 1; });
            m_queue.wait();
        },
        "")
        << "work that writes behind the end";
}

TEST_F(CudaDevice, CopiesFromPinnedMemoryAlone)
{
    std::vector<float> pageable(kFloats);
    EXPECT_THROW(m_queue.copy(m_memory.at(), pageable.data(), kBytes), EngineError);
    EXPECT_THROW(m_queue.copy(m_memory.at(), m_host.at(), kBytes + 1), EngineError);
}

TEST_F(CudaDevice, FollowsTheEventOfAnotherQueue)
{
    Queue uploads(0);
    Event uploaded;
    floats(m_host.at())[0] = 7;
    uploads.copy(m_memory.at(), m_host.at(), kBytes);
    uploads.record(uploaded);
    m_queue.follow(uploaded);
    addOne(m_queue);
    EXPECT_EQ(firstValue(m_queue), 8);
    EXPECT_TRUE(uploaded.reached());
}

TEST_F(CudaDevice, AnEventIsReachedWhenTheWorkBeforeItIsDone)
{
    Event done;
    EXPECT_TRUE(done.reached()) << "nothing was recorded";
    addOne(m_queue);
    m_queue.record(done);
    EXPECT_FALSE(done.reached());
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "not yet is no error";
    done.wait();
    EXPECT_TRUE(done.reached());
}

TEST_F(CudaDevice, AnEventIsReachedInTheEnd)
{
    Event done;
    addOne(m_queue);
    m_queue.record(done);
    while (!done.reached())
        std::this_thread::yield();
    EXPECT_EQ(firstValue(m_queue), 1);
}

TEST_F(CudaDevice, MeasuresTheTimeBetweenEvents)
{
    Event begin(Event::Timing::Yes);
    Event end(Event::Timing::Yes);
    m_queue.record(begin);
    giveToFakeStream(m_queue.stream(), [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
    m_queue.record(end);
    m_queue.wait();
    EXPECT_GE(end.secondsSince(begin), 0.005);
}

TEST_F(CudaDevice, DoesWhatWasWrittenDownWheneverItIsGiven)
{
    const std::unique_ptr<Recording> twice = m_queue.write([&] {
        addOne(m_queue);
        addOne(m_queue);
    });
    EXPECT_EQ(firstValue(m_queue), 0) << "written, not done";
    m_queue.give(*twice);
    m_queue.give(*twice);
    EXPECT_EQ(firstValue(m_queue), 4);
}

TEST_F(CudaDevice, RefusesToWaitOrAllocateWhileItWrites)
{
    const std::int64_t before = fakeRuntimeCalls().refusedInCapture;
    EXPECT_THROW(m_queue.write([&] { m_queue.wait(); }), EngineError);
    EXPECT_THROW(m_queue.write([&] { const DeviceMemory more(1); }), EngineError);
    Event done;
    EXPECT_THROW(m_queue.write([&] { done.wait(); }), EngineError);
    EXPECT_EQ(fakeRuntimeCalls().refusedInCapture, before + 3);
    addOne(m_queue);
    EXPECT_EQ(firstValue(m_queue), 1) << "the queue works on";
}

TEST_F(CudaDevice, AnErrorThatWasHiddenSpoilsWhatIsWritten)
{
    EXPECT_THROW(m_queue.write([&] { (void)cudaDeviceSynchronize(); }), EngineError);
}

TEST_F(CudaDevice, AnotherThreadMayAllocateMeanwhile)
{
    const auto recording = m_queue.write([&] {
        addOne(m_queue);
        std::thread([] { const PinnedMemory batch(100); }).join();
    });
    m_queue.give(*recording);
    EXPECT_EQ(firstValue(m_queue), 1);
}

TEST_F(CudaDevice, LeavesTheQueueUsableWhereTheWorkToBeWrittenThrows)
{
    EXPECT_THROW(m_queue.write([] { throw std::runtime_error("by the work"); }), std::runtime_error);
    addOne(m_queue);
    EXPECT_EQ(firstValue(m_queue), 1);
}

} // namespace
} // namespace lockstep::cuda
