// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_plans.h"
#include "engine/graph/zoo/zoo.h"
#include "tests/engine/compute/cuda/libraries/convolution_shapes.h"
#include "tests/engine/compute/cuda/libraries/device_properties.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <cstdlib>
#include <iostream>
#include <set>

/// Which cards have graphs of convolutions and what follows them: asked for cards that are described, not
/// present. Each plan is compiled for its card, which takes a second: a few here, with LOCKSTEP_ALL_PLANS=1
/// those of every model for one card.
namespace lockstep {
namespace {

using namespace cuda;
using namespace testing;

constexpr ConvolutionEpilogue kStatistics{.kind = ConvolutionEpilogue::Kind::Statistics};
constexpr ConvolutionEpilogue kResidual{
    .kind = ConvolutionEpilogue::Kind::Normalize, .residual = true, .clamp = Clamp::Relu};
constexpr ConvolutionEpilogue kAlone{.kind = ConvolutionEpilogue::Kind::Normalize};
constexpr LibraryOptions kTf32{.float32 = Float32Products::Tf32};

ConvolutionShape pictures(Element element, int in, int out, Side side)
{
    return {.samples = 32,
            .inChannels = in,
            .outChannels = out,
            .rows = side,
            .columns = side,
            .element = element};
}
ConvolutionShape windows(Element element)
{
    return pictures(element, 64, 64, {56, 56, 3, 1, 1});
}
ConvolutionShape points(Element element)
{
    return pictures(element, 256, 512, {56, 28, 1, 2, 0});
}

class FusedPlans : public ::testing::Test {
protected:
    /// cuDNN brings what it compiled to the driver: to the one that is loaded already.
    static void SetUpTestSuite()
    {
        ASSERT_NE(dlopen(LOCKSTEP_ACCEPTING_DRIVER, RTLD_NOW | RTLD_GLOBAL), nullptr) << dlerror();
    }

    static bool has(const char* card, const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue,
                    const LibraryOptions& options = {})
    {
        const auto plan = fusedPlan(PlanTarget(devicePropertiesOf(card)), options, shape, epilogue);
        if (plan) {
            EXPECT_LE(plan->workspaceBytes, convolutionWorkspaceLimit(shape));
        }
        return plan.has_value();
    }
};

TEST_F(FusedPlans, AreThereOnHopper)
{
    for (const ConvolutionEpilogue& epilogue : {kStatistics, kResidual})
        EXPECT_TRUE(has("h200", points(Element::Bfloat16), epilogue));
    EXPECT_TRUE(has("h200", windows(Element::Bfloat16), kStatistics));
    EXPECT_TRUE(has("h200", windows(Element::Float16), kStatistics));
    EXPECT_TRUE(has("h200", windows(Element::Float32), kStatistics, kTf32));
    EXPECT_TRUE(has("h200", points(Element::Bfloat16), {kAlone.kind, false, Clamp::Relu6}));
}

TEST_F(FusedPlans, AreThereForClips)
{
    ConvolutionShape clip = windows(Element::Bfloat16);
    clip.samples = 4;
    clip.frames = {16, 16, 3, 1, 1};
    EXPECT_TRUE(has("h200", clip, kStatistics));
}

TEST_F(FusedPlans, AreThereOnAmpere)
{
    EXPECT_TRUE(has("a100-sxm4-80gb", windows(Element::Bfloat16), kStatistics));
    EXPECT_TRUE(has("a100-sxm4-80gb", points(Element::Bfloat16), kResidual));
    EXPECT_TRUE(has("rtx3080", windows(Element::Bfloat16), kStatistics));
}

/// Statistics came with Ampere, and cards before Turing have no fused graph at all.
TEST_F(FusedPlans, AreMissingOnOlderCards)
{
    for (const Element element : {Element::Float32, Element::Float16})
        for (const char* card : {"t4", "gtx1060"})
            EXPECT_FALSE(has(card, windows(element), kStatistics)) << card;
    EXPECT_TRUE(has("t4", windows(Element::Float16), kResidual));
    for (const Element element : {Element::Float32, Element::Float16})
        EXPECT_FALSE(has("gtx1060", windows(element), kResidual));
}

/// What sums while it convolves f32 rounds it to TF32: nothing for whoever wants f32.
TEST_F(FusedPlans, DoNotSumExactFloats)
{
    EXPECT_FALSE(has("h200", windows(Element::Float32), kStatistics));
}

/// What took a second to compile is there again at once, on this kind of card and this version.
TEST_F(FusedPlans, AreSavedAndRestored)
{
    const PlanTarget target(devicePropertiesOf("h200"));
    const auto plan = fusedPlan(target, {}, points(Element::Bfloat16), kStatistics);
    ASSERT_TRUE(plan);
    const std::optional<std::string> saved = savedPlan(*plan);
    ASSERT_TRUE(saved);
    EXPECT_LT(saved->size(), std::size_t{1} << 20);
    const auto restored = restoredPlan(target, *saved);
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored->workspaceBytes, plan->workspaceBytes);
    EXPECT_EQ(savedPlan(*restored), saved);
    EXPECT_FALSE(restoredPlan(target, "{}"));
    EXPECT_FALSE(restoredPlan(target, "no plan"));
}

/// What networks could fuse on a card of today, by the name of each convolution: of the smallest one, or of
/// all.
TEST_F(FusedPlans, OfEveryModel)
{
    const bool all = std::getenv("LOCKSTEP_ALL_PLANS") != nullptr;
    const PlanTarget target(devicePropertiesOf("h200"));
    std::set<std::string> seen;
    int missing = 0;
    for (const ZooModel& model : zooModels()) {
        if (!all && model.name != std::string_view("lenet"))
            continue;
        for (const NamedShape& convolution :
             convolutionShapes(model.make(model.sample, model.classes), model.sample.rank() == 4 ? 4 : 32,
                               Element::Bfloat16)) {
            const ConvolutionShape& shape = convolution.shape;
            if (shape.groups != 1 || !seen.insert(describe(shape, ConvolutionPass::Forward)).second)
                continue;
            for (const ConvolutionEpilogue& epilogue : {kStatistics, kResidual})
                if (!fusedPlan(target, {}, shape, epilogue)) {
                    ++missing;
                    std::cout << convolution.name << ": none for " << describe(epilogue) << '\n';
                    EXPECT_NE(shape.outChannels % 8, 0) << "only channels that fill no vector may lack one";
                }
        }
    }
    std::cout << seen.size() << " convolutions, " << missing << " graphs without a plan\n";
    EXPECT_GT(seen.size(), all ? 100U : 1U);
}

} // namespace
} // namespace lockstep
