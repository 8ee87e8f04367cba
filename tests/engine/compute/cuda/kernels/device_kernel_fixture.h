// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/core/random.h"
#include "tests/engine/support/emulated_cuda/host_launch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

/// Every kernel of a device, run block by block on this host, for each element type and with threads in
/// rising and in falling order. What works element by element is compared to the bit with the CPU's portable
/// kernels in f32, rounded to the element type; sums with f64.
namespace lockstep::cuda {

using Values = std::vector<float>;

/// As the element type holds it.
inline float rounded(Element element, float value)
{
    float result = 0;
    withElement(element, [&]<typename E>() {
        E stored;
        store(stored, value);
        result = toFloat(stored);
    });
    return result;
}

/// Memory of the device with values of a type in it, and a guard behind them that no kernel may touch.
/// `shift`: how many elements after a multiple of 16 bytes it begins.
class DeviceBuffer {
public:
    DeviceBuffer(Queue& queue, Element element, const Values& values, std::size_t shift = 0)
        : m_queue(queue), m_element(element), m_count(values.size()), m_begin(shift * bytesOf(element)),
          m_memory(m_begin + size() + kGuard)
    {
        PinnedMemory host(m_memory.bytes());
        std::memset(host.at(), kMark, m_memory.bytes());
        withElement(element, [&]<typename E>() {
            for (std::size_t i = 0; i < m_count; ++i) {
                E stored;
                store(stored, values[i]);
                std::memcpy(host.at(m_begin + i * sizeof(E)), &stored, sizeof(E));
            }
        });
        m_queue.copy(m_memory.at(), host.at(), m_memory.bytes());
        m_queue.wait();
    }

    std::byte* data() const { return m_memory.at(m_begin); }
    float* floats() const { return reinterpret_cast<float*>(data()); }

    Values values() const
    {
        PinnedMemory host(m_memory.bytes());
        m_queue.copy(host.at(), m_memory.at(), m_memory.bytes());
        m_queue.wait();
        for (std::size_t i = 0; i < m_memory.bytes(); ++i)
            if (i < m_begin || i >= m_begin + size()) {
                EXPECT_EQ(static_cast<int>(*host.at(i)), kMark) << "written outside, at byte " << i;
            }
        Values values(m_count);
        withElement(m_element, [&]<typename E>() {
            for (std::size_t i = 0; i < m_count; ++i) {
                E stored;
                std::memcpy(&stored, host.at(m_begin + i * sizeof(E)), sizeof(E));
                values[i] = toFloat(stored);
            }
        });
        return values;
    }

private:
    static constexpr std::size_t kGuard = 64;
    static constexpr int kMark = 0xa5;
    std::size_t size() const { return m_count * bytesOf(m_element); }

    Queue& m_queue;
    Element m_element;
    std::size_t m_count;
    std::size_t m_begin;
    DeviceMemory m_memory;
};

/// Any other values in the device's memory.
template <typename T>
class DeviceArray {
public:
    DeviceArray(Queue& queue, const std::vector<T>& values)
        : m_queue(queue), m_count(values.size()), m_memory(values.size() * sizeof(T) + 16)
    {
        PinnedMemory host(m_memory.bytes());
        if (!values.empty())
            std::memcpy(static_cast<void*>(host.at()), values.data(), values.size() * sizeof(T));
        m_queue.copy(m_memory.at(), host.at(), m_memory.bytes());
        m_queue.wait();
    }

    T* data() const { return reinterpret_cast<T*>(m_memory.at()); }
    std::vector<T> values() const
    {
        PinnedMemory host(m_memory.bytes());
        m_queue.copy(host.at(), m_memory.at(), m_memory.bytes());
        m_queue.wait();
        std::vector<T> values(m_count);
        if (m_count > 0)
            std::memcpy(static_cast<void*>(values.data()), host.at(), m_count * sizeof(T));
        return values;
    }

private:
    Queue& m_queue;
    std::size_t m_count;
    DeviceMemory m_memory;
};

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr Output kOutputs[] = {Output::Overwrite, Output::Add};

class DeviceKernelTest
    : public ::testing::TestWithParam<std::tuple<Element, lockstep::testing::ThreadOrder>> {
protected:
    DeviceKernelTest() { lockstep::testing::setThreadOrder(std::get<1>(GetParam())); }

    const Element e = std::get<0>(GetParam());
    const NhwcKernels& cpu = nhwcKernels(InstructionSet::Portable, Element::Float32);
    Queue queue{0};
    Random random{7};

    /// Uniform, and exactly what the element type can hold.
    Values draw(std::size_t count, float low = -2, float high = 2)
    {
        Values values(count);
        for (float& each : values)
            each = rounded(e, random.uniform(low, high));
        return values;
    }
    /// Of parameters and coefficients.
    Values drawFloats(std::size_t count, float low = -2, float high = 2)
    {
        Values values(count);
        for (float& each : values)
            each = random.uniform(low, high);
        return values;
    }
    DeviceBuffer buffer(const Values& values, std::size_t shift = 0) { return {queue, e, values, shift}; }
    DeviceBuffer buffer(std::size_t count) { return buffer(Values(count, 77)); }
    /// f32, at no good multiple of anything, as parameters lie.
    DeviceBuffer floats(const Values& values) { return {queue, Element::Float32, values, 1}; }
    DeviceBuffer floats(std::size_t count) { return floats(Values(count, 77)); }
    DeviceArray<std::byte> scratch(std::int64_t bytes)
    {
        return {queue, std::vector<std::byte>(static_cast<std::size_t>(bytes), std::byte{0xff})};
    }

    /// The CPU's values, as they are when they are stored.
    Values stored(Values values) const
    {
        for (float& each : values)
            each = rounded(e, each);
        return values;
    }
    static void expectSame(const Values& got, const Values& wanted)
    {
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_TRUE(got[i] == wanted[i] || (std::isnan(got[i]) && std::isnan(wanted[i])))
                << "element " << i << ", got " << got[i] << ", wanted " << wanted[i];
    }
    static void expectNear(const Values& got, const std::vector<double>& wanted, double exactness)
    {
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_LE(std::fabs(static_cast<double>(got[i]) - wanted[i]),
                      exactness * (1 + std::fabs(wanted[i])))
                << "element " << i << ", got " << got[i] << ", wanted " << wanted[i];
    }
    static std::size_t count(std::int64_t n) { return static_cast<std::size_t>(n); }
};

inline std::string deviceKernelTestName(const ::testing::TestParamInfo<DeviceKernelTest::ParamType>& info)
{
    const char* const elements[] = {"Float32", "Bfloat16", "Float16"};
    return std::string(elements[static_cast<int>(std::get<0>(info.param))]) +
           (std::get<1>(info.param) == lockstep::testing::ThreadOrder::Rising ? "Rising" : "Falling");
}

/// Each file of tests derives its own fixture and names it here.
#define LOCKSTEP_TEST_DEVICE_KERNELS(Fixture)                                                                \
    INSTANTIATE_TEST_SUITE_P(                                                                                \
        Kernels, Fixture,                                                                                    \
        ::testing::Combine(::testing::Values(Element::Float32, Element::Bfloat16, Element::Float16),         \
                           ::testing::Values(lockstep::testing::ThreadOrder::Rising,                         \
                                             lockstep::testing::ThreadOrder::Falling)),                      \
        deviceKernelTestName)

} // namespace lockstep::cuda
