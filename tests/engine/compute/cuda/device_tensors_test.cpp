// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Tensors in a device's memory, on the runtime of devices that are not there.
#include "engine/compute/cuda/device/device_tensors.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/core/error.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lockstep::cuda {
namespace {

using lockstep::testing::fakeRuntimeCalls;

/// Larger than what crosses at once, small, and empty ones; the first two lie in a row.
class CudaTensors : public ::testing::Test {
protected:
    static constexpr std::size_t kLarge = 2'500'000;

    CudaTensors()
    {
        auto* const first = reinterpret_cast<float*>(m_memory.at());
        m_tensors =
            std::make_unique<DeviceTensors>(m_queue,
                                            std::vector<DeviceTensor>{{{"large", {kLarge}}, first},
                                                                      {{"small", {2, 3}}, first + kLarge},
                                                                      {{"empty", {0}}, nullptr},
                                                                      {{"apart", {5}}, first + kLarge + 64}},
                                            TensorHooks{.written = [this] { ++m_written; }});
    }
    static std::vector<float> rising(std::size_t count, float from)
    {
        std::vector<float> values(count);
        std::iota(values.begin(), values.end(), from);
        return values;
    }
    void writeAll(float from)
    {
        for (std::size_t i = 0; i < m_tensors->tensors().size(); ++i)
            m_tensors->write(i, rising(m_tensors->tensors()[i].elements(), from));
    }
    std::vector<float> valuesOf(std::size_t index)
    {
        std::vector<float> values(m_tensors->tensors()[index].elements());
        m_tensors->read(index, values);
        return values;
    }
    void expectAll(float from)
    {
        for (std::size_t i = 0; i < m_tensors->tensors().size(); ++i)
            EXPECT_EQ(valuesOf(i), rising(m_tensors->tensors()[i].elements(), from));
    }

    Queue m_queue{0};
    DeviceMemory m_memory{(kLarge + 100) * sizeof(float)};
    std::unique_ptr<DeviceTensors> m_tensors;
    int m_written = 0;
};

TEST_F(CudaTensors, CrossInPieces)
{
    writeAll(1);
    EXPECT_EQ(m_written, 4);
    expectAll(1);
    EXPECT_TRUE(m_tensors->hostView(0).empty());
    EXPECT_THROW(m_tensors->write(1, rising(5, 0)), EngineError);
}

TEST_F(CudaTensors, SnapshotsStayOnTheDeviceAndWaitForNothing)
{
    const auto snapshot = m_tensors->makeSnapshot();
    writeAll(1);
    const auto before = fakeRuntimeCalls();
    snapshot->take();
    EXPECT_EQ(fakeRuntimeCalls().waits, before.waits);
    EXPECT_EQ(fakeRuntimeCalls().allocations, before.allocations);
    writeAll(100);
    expectAll(100);
    m_written = 0;
    snapshot->restore();
    EXPECT_EQ(m_written, 1) << "packed copies of them are out of date";
    expectAll(1);
}

} // namespace
} // namespace lockstep::cuda
