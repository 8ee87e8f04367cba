// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/bfloat16.h"
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

/// Every kernel against plain loops in double precision written in the tests, for each instruction set of
/// this processor and each element type.
namespace lockstep {

using Values = std::vector<double>;

/// Activations as a kernel sees them, with a guard behind them that no kernel may touch.
class Buffer {
public:
    Buffer(Element element, const Values& values)
        : m_element(element), m_count(values.size()), m_bytes(size() + kGuard, kMark)
    {
        for (std::size_t i = 0; i < m_count; ++i) {
            const auto value = static_cast<float>(values[i]);
            const Bfloat16 half = toBfloat16(value);
            if (m_element == Element::Float32)
                std::memcpy(&m_bytes[4 * i], &value, 4);
            else
                std::memcpy(&m_bytes[2 * i], &half, 2);
        }
    }
    Buffer(Element element, std::size_t count) : Buffer(element, Values(count, 777)) {}

    void* data() { return m_bytes.data(); }
    const void* data() const { return m_bytes.data(); }
    /// From element `place` on.
    void* from(std::size_t place) { return m_bytes.data() + place * bytesOf(m_element); }

    Values values() const
    {
        for (std::size_t i = size(); i < m_bytes.size(); ++i)
            EXPECT_EQ(m_bytes[i], kMark) << "written behind the end";
        Values result(m_count);
        for (std::size_t i = 0; i < m_count; ++i) {
            float value = 0;
            Bfloat16 half;
            std::memcpy(&half, &m_bytes[2 * i], 2);
            if (m_element == Element::Float32)
                std::memcpy(&value, &m_bytes[4 * i], 4);
            result[i] = static_cast<double>(m_element == Element::Float32 ? value : toFloat(half));
        }
        return result;
    }

private:
    static constexpr std::size_t kGuard = 64;
    static constexpr std::uint8_t kMark = 0xa5;
    std::size_t size() const { return m_count * bytesOf(m_element); }

    Element m_element;
    std::size_t m_count;
    std::vector<std::uint8_t> m_bytes;
};

class NhwcKernelTest : public testing::TestWithParam<std::tuple<InstructionSet, Element>> {
protected:
    const NhwcKernels& k = nhwcKernels(std::get<0>(GetParam()), std::get<1>(GetParam()));
    const Element e = std::get<1>(GetParam());
    Random random{7};

    /// Uniform, and exactly what the element type can hold.
    Values draw(std::size_t count, double low = -2, double high = 2)
    {
        Values values(count);
        for (double& each : values) {
            const float drawn = random.uniform(static_cast<float>(low), static_cast<float>(high));
            each = static_cast<double>(e == Element::Float32 ? drawn : toFloat(toBfloat16(drawn)));
        }
        return values;
    }
    std::vector<float> drawFloats(std::size_t count, float low = -2, float high = 2)
    {
        std::vector<float> values(count);
        for (float& each : values)
            each = random.uniform(low, high);
        return values;
    }
    Buffer buffer(const Values& values) const { return {e, values}; }
    Buffer buffer(std::size_t count) const { return {e, count}; }

    /// `exactness`: relative error of f32 arithmetic before the result is rounded to the element type.
    void expectNear(const Values& got, const Values& wanted, double exactness = 3e-6) const
    {
        ASSERT_EQ(got.size(), wanted.size());
        const double relative = exactness + (e == Element::Bfloat16 ? 0x1p-8 : 0);
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_LE(std::fabs(got[i] - wanted[i]), relative * std::fabs(wanted[i]) + exactness)
                << "element " << i << ", got " << got[i] << ", wanted " << wanted[i];
    }
    /// Sums, which stay in f32 or f64.
    template <typename T>
    static void expectSums(const std::vector<T>& got, const Values& wanted, double exactness = 1e-5)
    {
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_LE(std::fabs(static_cast<double>(got[i]) - wanted[i]),
                      exactness * (1 + std::fabs(wanted[i])))
                << "element " << i << ", got " << got[i] << ", wanted " << wanted[i];
    }
    static std::size_t count(std::int64_t n) { return static_cast<std::size_t>(n); }
};

inline std::string kernelTestName(const testing::TestParamInfo<std::tuple<InstructionSet, Element>>& info)
{
    const char* const sets[] = {"Portable", "Avx2", "Avx512"};
    return std::string(sets[static_cast<int>(std::get<0>(info.param))]) +
           (std::get<1>(info.param) == Element::Float32 ? "Float32" : "Bfloat16");
}

/// Each file of tests derives its own fixture and names it here.
#define LOCKSTEP_TEST_ALL_KERNELS(Fixture)                                                                   \
    INSTANTIATE_TEST_SUITE_P(Kernels, Fixture,                                                               \
                             testing::Combine(testing::ValuesIn(availableInstructionSets()),                 \
                                              testing::Values(Element::Float32, Element::Bfloat16)),         \
                             kernelTestName)

} // namespace lockstep
