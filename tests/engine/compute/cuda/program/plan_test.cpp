// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/lowering.h"
#include "engine/graph/zoo/zoo.h"
#include "tests/engine/compute/cuda/program/emulated_backend.h"
#include "tests/engine/compute/model_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

/// What is decided about programs for GPUs before there is one.
namespace lockstep {
namespace {

Graph modelOf(const std::string& name)
{
    const bool digits = name == "mnist-cnn" || name == "lenet";
    return makeModel(name, digits ? Shape{1, 28, 28} : modelSample(name), 10);
}

class Plans : public ::testing::TestWithParam<std::string> {};

TEST_P(Plans, GiveLiveBuffersPlacesOfTheirOwn)
{
    const cuda::ProgramPlan plan = cuda::lower(modelOf(GetParam()), {.batch = 3});
    const cuda::DeviceBuffers& buffers = plan.buffers;
    const cuda::DeviceBuffers::Places places = buffers.place();
    for (std::size_t a = 0; a < buffers.count(); ++a) {
        if (!buffers.used(a))
            continue;
        EXPECT_EQ(places.offsets[a] % 256, 0);
        EXPECT_LE(places.offsets[a] + buffers.bytes(a), places.bytes);
        for (std::size_t b = a + 1; b < buffers.count(); ++b) {
            if (!buffers.used(b))
                continue;
            const bool together = buffers.lifetime(a).first <= buffers.lifetime(b).last &&
                                  buffers.lifetime(b).first <= buffers.lifetime(a).last;
            const bool apart = places.offsets[a] + buffers.bytes(a) <= places.offsets[b] ||
                               places.offsets[b] + buffers.bytes(b) <= places.offsets[a];
            ASSERT_TRUE(apart || !together) << a << " and " << b;
        }
    }
}

/// Whoever exchanges gradients needs each bucket as soon as it is there: one part of backward for each.
TEST_P(Plans, CutBackwardWhereBucketsAreFinal)
{
    const ProgramOptions options{.batch = 2, .bucketBytes = 64 << 10};
    const cuda::ProgramPlan plan = cuda::lower(modelOf(GetParam()), options);
    const std::vector<std::size_t> ends = plan.segmentEnds();
    ASSERT_FALSE(ends.empty());
    EXPECT_EQ(ends.back(), plan.backward.size());
    EXPECT_TRUE(std::ranges::is_sorted(ends));
    std::set<std::size_t> announced;
    std::size_t complete = 0;
    std::size_t segment = 0;
    for (std::size_t i = 0; i < plan.backward.size(); ++i) {
        announced.insert(plan.backward[i].final.begin(), plan.backward[i].final.end());
        if (i + 1 < ends[segment])
            continue;
        const auto now = static_cast<std::size_t>(
            std::ranges::count_if(plan.tensors.buckets(), [&](const BucketPlan& bucket) {
                return std::ranges::all_of(bucket.parameters,
                                           [&](std::size_t each) { return announced.contains(each); });
            }));
        EXPECT_TRUE(now > complete || i + 1 == plan.backward.size());
        complete = now;
        ++segment;
    }
    EXPECT_EQ(complete, plan.tensors.buckets().size());
}

TEST_P(Plans, SayWhatEachOperationCosts)
{
    const Graph graph = modelOf(GetParam());
    const ProgramOptions options{.batch = 2};
    const cuda::StepCosts costs = cuda::operationCosts(graph, options);
    std::int64_t products = 0;
    for (const cuda::OperationCost& each : costs.forward)
        products += each.flops;
    std::int64_t expected = 0; // of convolutions and linear layers; depthwise ones are bound by memory
    for (const Layer& layer : graph.layers()) {
        const auto* c = std::get_if<ConvolutionLayer>(&layer.kind);
        if ((c != nullptr && (c->groups == 1 || c->groups != c->channels)) ||
            std::holds_alternative<ClipConvolutionLayer>(layer.kind) ||
            std::holds_alternative<LinearLayer>(layer.kind))
            expected += 2 * layer.flops;
    }
    EXPECT_EQ(products, expected);
    for (const cuda::OperationCost& each : costs.backward)
        EXPECT_GT(each.bytes, 0) << each.name;
}

/// As much as a step needs, and not as if every buffer stood alone.
TEST_P(Plans, ShareMemory)
{
    const cuda::ProgramPlan plan = cuda::lower(modelOf(GetParam()), {.batch = 8});
    std::int64_t apart = 0;
    for (std::size_t id = 0; id < plan.buffers.count(); ++id)
        apart += plan.buffers.used(id) ? plan.buffers.bytes(id) : 0;
    EXPECT_LT(plan.buffers.place().bytes, apart);
    const ProgramMemory memory = plan.memory();
    EXPECT_EQ(memory.total(), plan.bytes());
    for (const std::int64_t part : {memory.activations, memory.workspace, memory.packedWeights})
        EXPECT_GT(part, 0);
}

std::vector<std::string> zoo()
{
    std::vector<std::string> names;
    for (const ZooModel& model : zooModels())
        names.emplace_back(model.name);
    return names;
}

std::string identifier(const ::testing::TestParamInfo<std::string>& info)
{
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(, Plans, ::testing::ValuesIn(zoo()), identifier);

} // namespace
} // namespace lockstep
