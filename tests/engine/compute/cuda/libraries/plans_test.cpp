// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_plans.h"
#include "engine/compute/cuda/libraries/precision_support.h"
#include "engine/core/error.h"
#include "engine/graph/zoo/zoo.h"
#include "tests/engine/compute/cuda/libraries/convolution_shapes.h"
#include "tests/engine/compute/cuda/libraries/device_properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

/// cuDNN has a plan for every convolution of every model: asked for cards that are described, not present.
/// All models for one card of today, some for others; with LOCKSTEP_ALL_PLANS=1 all for all.
namespace lockstep {
namespace {

using namespace cuda;
using namespace testing;

constexpr ConvolutionPass kPasses[] = {ConvolutionPass::Forward, ConvolutionPass::BackwardData,
                                       ConvolutionPass::BackwardWeights};

struct Card {
    const char* name;
    std::vector<Element> served;
    bool allModels = false;
};

const Card kCards[] = {
    {"h200", {Element::Float32, Element::Bfloat16, Element::Float16}, true},
    {"a100-sxm4-80gb", {Element::Float32, Element::Bfloat16, Element::Float16}},
    {"rtx3080", {Element::Float32, Element::Bfloat16, Element::Float16}},
    {"t4", {Element::Float32, Element::Float16}},
    {"gtx1060", {Element::Float32, Element::Float16}},
};

/// A plain, a residual and a separable network. (A convolution of clips has a test of its own.)
const std::set<std::string_view> kSomeModels = {"lenet", "resnet18", "mobilenet_v2"};

bool takes(const Card& card, std::string_view model)
{
    return card.allModels || std::getenv("LOCKSTEP_ALL_PLANS") || kSomeModels.contains(model);
}

/// A usual batch, and one that fills a large card.
constexpr int kBatches[] = {32, 256};

/// What training takes, as the lines of describe() say it; each once.
class PlannedOnce {
public:
    /// Calls job(name, shape, pass) for what was not seen before.
    template <typename Job>
    void each(const ZooModel& model, int batch, Element element, const Job& job)
    {
        const int samples = model.sample.rank() == 4 ? batch / 8 : batch; // of clips
        for (const NamedShape& convolution :
             convolutionShapes(model.make(model.sample, model.classes), samples, element))
            for (const ConvolutionPass pass : kPasses)
                if (!(convolution.first && pass == ConvolutionPass::BackwardData) &&
                    m_seen.insert(describe(convolution.shape, pass)).second)
                    job(convolution.name, convolution.shape, pass);
    }
    std::size_t count() const { return m_seen.size(); }

private:
    std::set<std::string> m_seen;
};

class Plans : public ::testing::TestWithParam<Card> {};

TEST_P(Plans, AreThereForEveryConvolutionWithinItsWorkspace)
{
    const PlanTarget target(devicePropertiesOf(GetParam().name));
    PlannedOnce planned;
    for (const ZooModel& model : zooModels()) {
        if (!takes(GetParam(), model.name))
            continue;
        for (const int batch : kBatches)
            for (const Element element : GetParam().served)
                planned.each(
                    model, batch, element,
                    [&](const std::string& name, const ConvolutionShape& shape, ConvolutionPass pass) {
                        SCOPED_TRACE(name);
                        std::optional<ConvolutionPlan> plan;
                        ASSERT_NO_THROW(plan = firstPlan(target, {}, shape, pass));
                        EXPECT_LE(plan->workspaceBytes, convolutionWorkspaceLimit(shape));
                        EXPECT_NE(plan->name, "");
                    });
    }
    EXPECT_GT(planned.count(), 100U);
}

/// What cuDNN has no plan for is what the engine refuses with a reason, and nothing else.
TEST_P(Plans, AreMissingWhereThePrecisionIsRefused)
{
    const Card& card = GetParam();
    const PlanTarget target(devicePropertiesOf(card.name));
    const DeviceFacts facts = deviceFactsOf(card.name);
    ConvolutionShape shape =
        convolutionShapes(makeModel("resnet18", {3, 224, 224}, 10), 32, Element::Float32)[1].shape;
    for (const Element element : {Element::Float32, Element::Bfloat16, Element::Float16}) {
        shape.element = element;
        const bool served = std::find(card.served.begin(), card.served.end(), element) != card.served.end();
        EXPECT_EQ(precisionRefusal(facts, element).has_value(), !served);
        for (const ConvolutionPass pass : kPasses) {
            if (served)
                EXPECT_NO_THROW(firstPlan(target, {}, shape, pass));
            else
                EXPECT_THROW(firstPlan(target, {}, shape, pass), EngineError);
        }
    }
}

/// Deterministic plans are there too, and none of them is one that adds in any order.
TEST_P(Plans, AreThereInFixedOrderOfAdding)
{
    const Card& card = GetParam();
    const PlanTarget target(devicePropertiesOf(card.name));
    const LibraryOptions deterministic{.deterministic = true};
    PlannedOnce planned;
    for (const Element element : card.served)
        planned.each(zooModel(card.allModels ? "resnet18" : "lenet"), 32, element,
                     [&](const std::string& name, const ConvolutionShape& shape, ConvolutionPass pass) {
                         EXPECT_NO_THROW(firstPlan(target, deterministic, shape, pass)) << name;
                         const auto any = engineConfigs(target, {}, shape, pass);
                         const auto fixed = engineConfigs(target, deterministic, shape, pass);
                         EXPECT_LE(fixed.size(), any.size());
                         for (const EngineConfig& config : fixed)
                             EXPECT_FALSE(hasNote(config, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC))
                                 << config.name;
                     });
}

/// Small batches, as tests/gpu/run compares every model's step: in a fixed order too, for that is not
/// measured.
TEST_P(Plans, AreThereInFixedOrderForSmallBatches)
{
    constexpr int kSmall = 16;
    const PlanTarget target(devicePropertiesOf(GetParam().name));
    PlannedOnce planned;
    for (const ZooModel& model : zooModels())
        for (const Element element : GetParam().served)
            if (takes(GetParam(), model.name))
                planned.each(
                    model, kSmall, element,
                    [&](const std::string& name, const ConvolutionShape& shape, ConvolutionPass pass) {
                        EXPECT_NO_THROW(firstPlan(target, {.deterministic = true}, shape, pass))
                            << model.name << ' ' << name;
                    });
    EXPECT_GT(planned.count(), 50U);
}

/// "SAME" pads clips of an even size by one place more after the map than before it.
TEST_P(Plans, AreThereForClipsPaddedUnequally)
{
    const PlanTarget target(devicePropertiesOf(GetParam().name));
    ConvolutionShape clip{.samples = 4,
                          .inChannels = 3,
                          .outChannels = 64,
                          .frames = {64, 32, 7, 2, 2},
                          .rows = {224, 112, 7, 2, 2},
                          .columns = {224, 112, 7, 2, 2}};
    ASSERT_EQ(clip.rows.after(), 3);
    for (const Element element : GetParam().served) {
        clip.element = element;
        for (const ConvolutionPass pass : kPasses)
            EXPECT_NO_THROW(firstPlan(target, {}, clip, pass));
    }
}

INSTANTIATE_TEST_SUITE_P(, Plans, ::testing::ValuesIn(kCards), [](const auto& card) {
    std::string name = card.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

ConvolutionShape stage(Element element)
{
    return {.samples = 32,
            .inChannels = 64,
            .outChannels = 64,
            .rows = {56, 56, 3, 1, 1},
            .columns = {56, 56, 3, 1, 1},
            .element = element};
}

/// f32 is f32 unless somebody asks for TF32, which tensor cores compute.
TEST(PlansOfFloats, UseTensorCoresForTf32Alone)
{
    const PlanTarget target(devicePropertiesOf("h200"));
    for (const ConvolutionPass pass : kPasses) {
        for (const EngineConfig& config : engineConfigs(target, {}, stage(Element::Float32), pass))
            EXPECT_FALSE(hasNote(config, CUDNN_NUMERICAL_NOTE_TENSOR_CORE)) << config.name;
        const auto tf32 =
            engineConfigs(target, {.float32 = Float32Products::Tf32}, stage(Element::Float32), pass);
        ASSERT_FALSE(tf32.empty());
        EXPECT_TRUE(hasNote(tf32.front(), CUDNN_NUMERICAL_NOTE_TENSOR_CORE));
    }
}

/// By its name a plan is found again in another run.
TEST(EngineConfigs, HaveTheSameNamesEachTime)
{
    const PlanTarget target(devicePropertiesOf("a100-sxm4-80gb"));
    const auto names = [&] {
        std::vector<std::string> all;
        for (const EngineConfig& config :
             engineConfigs(target, {}, stage(Element::Bfloat16), ConvolutionPass::BackwardWeights))
            all.push_back(config.name);
        return all;
    };
    const std::vector<std::string> first = names();
    EXPECT_EQ(names(), first);
    EXPECT_GT(std::set(first.begin(), first.end()).size(), 5U);
}

/// A card that cuDNN does not understand is an error, not a plan.
TEST(DeviceProperties, AreChecked)
{
    EXPECT_THROW(PlanTarget(std::string("{}")), EngineError);
    EXPECT_THROW(PlanTarget(std::string("not JSON")), EngineError);
}

} // namespace
} // namespace lockstep
