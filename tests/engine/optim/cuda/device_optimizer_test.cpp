// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// The optimiser of devices against the one of this host, bit for bit.
#include "engine/optim/cuda/device_optimizer.h"
#include "tests/engine/optim/cuda/device_replica_fixture.h"
#include "tests/engine/support/emulated_cuda/host_launch.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace lockstep::cuda {
namespace {

using lockstep::testing::fakeRuntimeCalls;
using lockstep::testing::ThreadOrder;

/// Odd sizes, one element, none, several stretches and a part of one, and what is not decayed.
const NamedShapes kShapes = {{"conv.weight", {67, 33, 3, 11}},
                             {"bn.weight", {67}},
                             {"layer_scale", {5, 1, 1}},
                             {"empty", {0, 3}},
                             {"one", {1}},
                             {"fc.weight", {256, 256}},
                             {"fc.bias", {4097}}};

std::vector<float> randomValues(std::size_t count, float scale, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, scale);
    std::vector<float> values(count);
    for (float& value : values)
        value = normal(random);
    return values;
}

/// The same parameters on the host.
struct HostSide {
    HostSide()
    {
        for (const auto& [name, shape] : kShapes) {
            values.emplace_back(static_cast<std::size_t>(shape.elements()));
            gradients.emplace_back(values.back().size());
        }
        for (std::size_t i = 0; i < kShapes.size(); ++i)
            parameters.push_back({kShapes[i].first, kShapes[i].second, values[i], gradients[i]});
    }
    std::vector<std::vector<float>> values, gradients;
    std::vector<Parameter> parameters;
};

void expectSameBits(const TensorStore& store, std::size_t index, std::span<const float> expected)
{
    std::vector<float> found(expected.size());
    store.read(index, found);
    EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(found)), std::as_bytes(expected)))
        << store.tensors()[index].name;
}

void expectSameState(const TensorStore& device, const TensorStore& host)
{
    ASSERT_EQ(device.tensors().size(), host.tensors().size());
    for (std::size_t i = 0; i < device.tensors().size(); ++i) {
        EXPECT_EQ(device.tensors()[i], host.tensors()[i]);
        expectSameBits(device, i, host.hostView(i));
    }
}

struct Case {
    std::string name;
    TrainingSpec spec;
};

std::vector<Case> cases()
{
    std::vector<Case> all;
    const std::vector<std::pair<std::string, OptimizerKind>> kinds = {{"sgd", OptimizerKind::Sgd},
                                                                      {"momentum", OptimizerKind::Momentum},
                                                                      {"adagrad", OptimizerKind::Adagrad},
                                                                      {"adam", OptimizerKind::Adam},
                                                                      {"adamw", OptimizerKind::AdamW}};
    for (const auto& [name, kind] : kinds)
        for (const double clip : {0.0, 2.0})
            for (const bool decayAll : {false, true}) {
                TrainingSpec spec;
                spec.optimizer = kind;
                spec.learningRate = 0.05;
                spec.weightDecay = 0.01;
                spec.clipNorm = clip;
                spec.decayAll = decayAll;
                const std::string tail =
                    std::string(clip > 0 ? "_clipped" : "") + (decayAll ? "_all_decayed" : "");
                all.push_back({name + tail, spec});
                if (kind != OptimizerKind::Momentum)
                    continue;
                spec.nesterov = true;
                all.push_back({"nesterov" + tail, spec});
            }
    return all;
}

class DeviceOptimizer : public ::testing::TestWithParam<Case> {
protected:
    ~DeviceOptimizer() override { lockstep::testing::setThreadOrder(ThreadOrder::Rising); }

    /// Both see the same values and gradients.
    void setGradients(std::uint32_t seed, float scale)
    {
        for (std::size_t i = 0; i < kShapes.size(); ++i) {
            const auto number = static_cast<std::uint32_t>(i);
            m_host.gradients[i] = randomValues(m_host.gradients[i].size(), scale, 100 * seed + number);
            m_host.parameters[i].gradient = m_host.gradients[i];
            m_device.gradients().write(i, m_host.gradients[i]);
        }
    }
    void setValues()
    {
        for (std::size_t i = 0; i < kShapes.size(); ++i) {
            const auto number = static_cast<std::uint32_t>(i);
            const std::vector<float> values = randomValues(m_host.values[i].size(), 1, 7 + number);
            std::copy(values.begin(), values.end(), m_host.values[i].begin());
            m_device.values().write(i, values);
        }
    }
    void expectSameBitsAfterSteps(ThreadOrder order)
    {
        lockstep::testing::setThreadOrder(order);
        setValues();
        const auto host = makeOptimizer(GetParam().spec, {m_host.parameters, {}, {}});
        const auto device = makeDeviceOptimizer(GetParam().spec, m_device.replica());
        for (std::uint32_t step = 0; step < 3; ++step) {
            setGradients(step, step == 1 ? 1e-4f : 1);
            host->step(GetParam().spec.learningRate);
            device->step(GetParam().spec.learningRate);
            EXPECT_EQ(device->gradientNorm(), host->gradientNorm());
        }
        for (std::size_t i = 0; i < kShapes.size(); ++i)
            expectSameBits(m_device.values(), i, m_host.values[i]);
        expectSameState(device->state(), host->state());
        EXPECT_EQ(device->steps(), 3);
        EXPECT_EQ(m_device.changes(), 3);
    }

    HostSide m_host;
    ReplicaOfShapes m_device{kShapes};
};

TEST_P(DeviceOptimizer, LeavesTheBitsOfTheHosts)
{
    expectSameBitsAfterSteps(ThreadOrder::Rising);
}

TEST_P(DeviceOptimizer, LeavesThemInAnyOrderOfThreads)
{
    expectSameBitsAfterSteps(ThreadOrder::Falling);
}

TEST_P(DeviceOptimizer, GoesOnFromTheStateOfTheHosts)
{
    setValues();
    const auto host = makeOptimizer(GetParam().spec, {m_host.parameters, {}, {}});
    setGradients(1, 1);
    host->step(0.01);
    const auto device = makeDeviceOptimizer(GetParam().spec, m_device.replica());
    device->setSteps(host->steps());
    for (std::size_t i = 0; i < host->state().tensors().size(); ++i)
        device->state().write(i, host->state().hostView(i));
    for (std::size_t i = 0; i < kShapes.size(); ++i)
        m_device.values().write(i, m_host.values[i]);
    setGradients(2, 1);
    host->step(0.01);
    device->step(0.01);
    for (std::size_t i = 0; i < kShapes.size(); ++i)
        expectSameBits(m_device.values(), i, m_host.values[i]);
    expectSameState(device->state(), host->state());
}

TEST_P(DeviceOptimizer, GivesOneLaunchForAllParametersAndWaitsForNothing)
{
    const auto device = makeDeviceOptimizer(GetParam().spec, m_device.replica());
    const auto before = fakeRuntimeCalls();
    device->step(0.01);
    const auto after = fakeRuntimeCalls();
    EXPECT_EQ(after.launches - before.launches, GetParam().spec.clipNorm > 0 ? 3 : 1);
    EXPECT_EQ(after.waits, before.waits);
    EXPECT_EQ(after.allocations, before.allocations);
    m_device.queue().wait();
}

INSTANTIATE_TEST_SUITE_P(, DeviceOptimizer, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

TEST(DeviceOptimizerAlone, PassesANormThatIsNoNumberOnAsTheHostsDoes)
{
    ReplicaOfShapes device({{"w", {3}}});
    TrainingSpec spec;
    spec.optimizer = OptimizerKind::Sgd;
    spec.clipNorm = 1;
    const auto optimizer = makeDeviceOptimizer(spec, device.replica());
    device.gradients().write(0, std::array{1.0f, std::numeric_limits<float>::infinity(), 1.0f});
    optimizer->step(0.1);
    EXPECT_TRUE(std::isinf(optimizer->gradientNorm()));
    EXPECT_EQ(optimizer->steps(), 1);
    EXPECT_FALSE(optimizer->lossScaling());
}

TEST(DeviceOptimizerAlone, ServesAModelWithoutParameters)
{
    ReplicaOfShapes device({});
    TrainingSpec spec;
    spec.clipNorm = 1;
    const auto optimizer = makeDeviceOptimizer(spec, device.replica());
    optimizer->step(0.1);
    EXPECT_EQ(optimizer->gradientNorm(), 0);
}

} // namespace
} // namespace lockstep::cuda
