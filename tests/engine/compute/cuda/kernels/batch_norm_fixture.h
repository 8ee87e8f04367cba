// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/batch_norm.h"
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace lockstep::cuda {

struct Rows {
    int rows;
    int channels;
    std::size_t elements() const
    {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(channels);
    }
};
inline constexpr Rows kRows[] = {{1, 3}, {7, 16}, {1000, 20}, {130, 65}, {65, 600}, {5000, 1}, {9000, 8}};
inline constexpr Clamp kClamps[] = {Clamp::None, Clamp::Relu, Clamp::Relu6};

class DeviceBatchNormTest : public DeviceKernelTest {
protected:
    struct Moments {
        std::vector<double> mean, squares;
    };
    static Moments momentsOf(const Values& x, const Rows& r)
    {
        const std::size_t channels = count(r.channels);
        Moments m{std::vector<double>(channels), std::vector<double>(channels)};
        for (std::size_t i = 0; i < x.size(); ++i)
            m.mean[i % channels] += static_cast<double>(x[i]) / r.rows;
        for (std::size_t i = 0; i < x.size(); ++i)
            m.squares[i % channels] += std::pow(static_cast<double>(x[i]) - m.mean[i % channels], 2);
        return m;
    }
    /// Parameters, running statistics and coefficients on the device.
    struct Norm {
        Norm(DeviceBatchNormTest& test, int channels)
            : weight(test.drawFloats(count(channels), 0.5f, 2)), bias(test.drawFloats(count(channels))),
              weights(test.floats(weight)), biases(test.floats(bias)),
              runningMean(test.floats(Values(count(channels), 0.25f))),
              runningVariance(test.floats(Values(count(channels), 2))), batches(test.floats(Values{7})),
              center(test.floats(count(channels))), inverse(test.floats(count(channels))),
              scale(test.floats(count(channels)))
        {
        }
        BatchNormTensors tensors() const
        {
            return {weights.floats(), biases.floats(), runningMean.floats(), runningVariance.floats(),
                    batches.floats()};
        }
        cuda::BatchNormState state() const { return {center.floats(), inverse.floats(), scale.floats()}; }
        ChannelAffine affine() const { return {center.floats(), scale.floats(), biases.floats()}; }

        Values weight, bias;
        DeviceBuffer weights, biases, runningMean, runningVariance, batches, center, inverse, scale;
    };
};

} // namespace lockstep::cuda
