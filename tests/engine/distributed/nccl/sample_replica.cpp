// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/nccl/sample_replica.h"

#include "engine/distributed/exchange.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <numeric>
#include <utility>

namespace lockstep::testing {
namespace {

std::vector<BucketPlan> plans()
{
    std::vector<TensorInfo> parameters;
    for (const std::size_t size : kSizes)
        parameters.push_back({"p", Shape{static_cast<std::int64_t>(size)}});
    return planBuckets(parameters, kBucketBytes);
}

std::size_t elements()
{
    return std::accumulate(kSizes.begin(), kSizes.end(), std::size_t{0});
}

/// Where each tensor lies among all gradients, which are laid out bucket by bucket.
std::vector<std::size_t> gradientPlaces()
{
    std::vector<std::size_t> places(kSizes.size());
    std::size_t at = 0;
    for (const BucketPlan& plan : plans())
        for (const std::size_t index : plan.parameters) {
            places[index] = at;
            at += kSizes[index];
        }
    return places;
}

std::vector<float> inOrder(const std::vector<float>& gradients)
{
    std::vector<float> ordered;
    const std::vector<std::size_t> places = gradientPlaces();
    for (std::size_t t = 0; t < kSizes.size(); ++t) {
        const auto from = gradients.begin() + static_cast<std::ptrdiff_t>(places[t]);
        ordered.insert(ordered.end(), from, from + static_cast<std::ptrdiff_t>(kSizes[t]));
    }
    return ordered;
}

class HostSampleReplica final : public SampleReplica {
public:
    HostSampleReplica() : m_gradients(elements()), m_weights(elements())
    {
        float* weights = m_weights.data();
        const std::vector<std::size_t> places = gradientPlaces();
        for (std::size_t t = 0; t < kSizes.size(); ++t) {
            m_parameters.push_back({"p" + std::to_string(t),
                                    Shape{static_cast<std::int64_t>(kSizes[t])},
                                    {weights, kSizes[t]},
                                    std::span(m_gradients).subspan(places[t], kSizes[t])});
            weights += kSizes[t];
        }
        std::size_t at = 0;
        for (const BucketPlan& plan : plans()) {
            m_buckets.push_back({std::span(m_gradients).subspan(at, plan.elements), plan.parameters});
            at += plan.elements;
        }
    }

    std::unique_ptr<Strategy> make(const StrategyFactory& make, const TrainingSpec& training,
                                   ProcessGroup& group) override
    {
        agreeOnExchange(group, {});
        return make(training, group, {{m_parameters, [this] { ++m_changes; }, {}}, m_buckets});
    }
    void give(Strategy& strategy, const Values& gradient) override
    {
        for (std::size_t t = tensors(); t-- > 0;) {
            for (std::size_t i = 0; i < kSizes[t]; ++i)
                m_parameters[t].gradient[i] = gradient(t, i);
            strategy.ready(t);
        }
    }
    std::vector<float> gradients() override { return inOrder(m_gradients); }
    void setWeights(const Values& weight) override
    {
        for (std::size_t t = 0; t < tensors(); ++t)
            for (std::size_t i = 0; i < kSizes[t]; ++i)
                m_parameters[t].value[i] = weight(t, i);
    }
    std::vector<float> weights() override { return m_weights; }
    void applyGradients(float rate) override
    {
        for (const Parameter& parameter : m_parameters)
            for (std::size_t i = 0; i < parameter.value.size(); ++i)
                parameter.value[i] -= rate * parameter.gradient[i];
    }

private:
    std::vector<float> m_gradients, m_weights;
    std::vector<Parameter> m_parameters;
    std::vector<GradientBucket> m_buckets;
};

class DeviceSampleReplica final : public SampleReplica {
public:
    using Strategies = std::function<std::unique_ptr<Strategy>(const StrategyFactory&, const TrainingSpec&,
                                                               ProcessGroup&, const cuda::DeviceReplica&)>;

    DeviceSampleReplica(int device, Strategies strategies)
        : m_strategies(std::move(strategies)), m_queue(device), m_gradients(elements() * sizeof(float)),
          m_weights(elements() * sizeof(float)), m_pinned(elements() * sizeof(float)),
          m_places(gradientPlaces())
    {
        std::size_t at = 0;
        for (std::size_t t = 0; t < kSizes.size(); ++t) {
            m_parameters.push_back({"p" + std::to_string(t), Shape{static_cast<std::int64_t>(kSizes[t])},
                                    floats(m_weights) + at, floats(m_gradients) + m_places[t]});
            at += kSizes[t];
        }
        at = 0;
        for (const BucketPlan& plan : plans()) {
            m_buckets.push_back({floats(m_gradients) + at, plan.elements, plan.parameters});
            at += plan.elements;
        }
    }

    std::unique_ptr<Strategy> make(const StrategyFactory& make, const TrainingSpec& training,
                                   ProcessGroup& group) override
    {
        return m_strategies(make, training, group,
                            {m_queue, m_parameters, m_buckets, nullptr, [this] { ++m_changes; }});
    }
    void give(Strategy& strategy, const Values& gradient) override
    {
        for (std::size_t t = tensors(); t-- > 0;) {
            std::vector<float> values(kSizes[t]);
            for (std::size_t i = 0; i < kSizes[t]; ++i)
                values[i] = gradient(t, i);
            // A kernel of the backward pass.
            giveToFakeStream(m_queue.stream(), [values = std::move(values), to = m_parameters[t].gradient] {
                std::copy(values.begin(), values.end(), to);
            });
            strategy.ready(t);
        }
    }
    std::vector<float> gradients() override { return inOrder(read(m_gradients)); }
    void setWeights(const Values& weight) override
    {
        std::vector<float> values;
        for (std::size_t t = 0; t < tensors(); ++t)
            for (std::size_t i = 0; i < kSizes[t]; ++i)
                values.push_back(weight(t, i));
        giveToFakeStream(m_queue.stream(), [values = std::move(values), to = floats(m_weights)] {
            std::copy(values.begin(), values.end(), to);
        });
    }
    std::vector<float> weights() override { return read(m_weights); }
    void applyGradients(float rate) override
    {
        giveToFakeStream(m_queue.stream(), [this, rate] {
            for (const cuda::DeviceParameter& parameter : m_parameters)
                for (std::size_t i = 0; i < parameter.elements(); ++i)
                    parameter.value[i] -= rate * parameter.gradient[i];
        });
    }

private:
    static float* floats(const cuda::DeviceMemory& memory) { return reinterpret_cast<float*>(memory.at()); }
    std::vector<float> read(const cuda::DeviceMemory& memory)
    {
        m_queue.copy(m_pinned.at(), memory.at(), memory.bytes());
        m_queue.wait();
        const auto* const values = reinterpret_cast<const float*>(m_pinned.at());
        return {values, values + elements()};
    }

    Strategies m_strategies;
    cuda::Queue m_queue;
    cuda::DeviceMemory m_gradients, m_weights;
    cuda::PinnedMemory m_pinned;
    std::vector<std::size_t> m_places;
    std::vector<cuda::DeviceParameter> m_parameters;
    std::vector<cuda::DeviceBucket> m_buckets;
};

} // namespace

std::unique_ptr<SampleReplica> makeHostReplica()
{
    return std::make_unique<HostSampleReplica>();
}

std::unique_ptr<SampleReplica>
makeDeviceReplica(int device,
                  std::function<std::unique_ptr<Strategy>(const StrategyFactory&, const TrainingSpec&,
                                                          ProcessGroup&, const cuda::DeviceReplica&)>
                      strategies)
{
    return std::make_unique<DeviceSampleReplica>(device, std::move(strategies));
}

} // namespace lockstep::testing
