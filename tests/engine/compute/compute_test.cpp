// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/core/error.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/compute/reference_tensors.h"

#include <gmock/gmock.h>
#include <numeric>
#include <thread>
#include <tuple>

namespace lockstep {
namespace {

constexpr double kTolerance = 1e-4;

const std::map<std::string, std::vector<float>>& reference(const std::string& model)
{
    static std::map<std::string, std::map<std::string, std::vector<float>>> all;
    auto found = all.find(model);
    if (found == all.end())
        found = all.emplace(model, readReference(model)).first;
    return found->second;
}

/// A model with PyTorch's weights, and batches of PyTorch's samples.
struct Trainee {
    Trainee(const std::string& name, const ProgramOptions& options, CpuKernels kernels)
        : tensors(reference(name)), program(compileForCpu(makeModel(name, {1, 28, 28}, 10), options, kernels))
    {
        TensorStore& parameters = program->parameters();
        for (std::size_t i = 0; i < parameters.tensors().size(); ++i)
            parameters.write(i, tensors.at("value/" + parameters.tensors()[i].name));
        for (float label : tensors.at("labels"))
            labels.push_back(static_cast<std::int32_t>(label));
    }

    BatchView batch(std::size_t first, std::size_t count, double divisor = 1) const
    {
        return {std::span(tensors.at("inputs")).subspan(first * 784, count * 784),
                std::span(labels).subspan(first, count),
                {.count = static_cast<int>(count), .divisor = divisor}};
    }

    std::vector<float> gradients() const { return flatValuesOf(program->gradients()); }

    const std::map<std::string, std::vector<float>>& tensors;
    std::unique_ptr<Program> program;
    std::vector<std::int32_t> labels;
};

const auto kIgnore = [](std::size_t) {};

/// Every kind of kernels that this processor runs, and that the programs are made of by themselves.
std::vector<CpuKernels> kernelsOfThisHost()
{
    std::vector<CpuKernels> kernels{CpuKernels::Automatic, CpuKernels::OneDnn};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        kernels.push_back(CpuKernels::Avx2Lanes);
    return kernels;
}

class AgainstTorch : public testing::TestWithParam<std::tuple<std::string, LossKind, CpuKernels, int>> {
protected:
    std::string model() const { return std::get<0>(GetParam()); }
    ProgramOptions options() const
    {
        return {.batch = 37,
                .threads = std::get<3>(GetParam()),
                .precision = Precision::Float32,
                .loss = std::get<1>(GetParam())};
    }
    CpuKernels kernels() const { return std::get<2>(GetParam()); }
};

TEST_P(AgainstTorch, LogitsLossAndGradientsAgree)
{
    Trainee trainee(model(), options(), kernels());
    const std::string loss =
        std::get<1>(GetParam()) == LossKind::CrossEntropy ? "cross-entropy" : "squared-error";
    for (std::size_t count : {37u, 16u, 5u, 1u, 37u}) {
        const std::string key = loss + "/" + std::to_string(count);
        const LossResult result = lossOf(*trainee.program, trainee.batch(0, count), Phase::Training);
        trainee.program->backward(Gradients::Overwrite, kIgnore);
        const double expected = static_cast<double>(trainee.tensors.at(key + "/loss")[0]);
        EXPECT_NEAR(result.lossSum, expected, kTolerance * expected) << key;
        expectClose(trainee.program->logits(), trainee.tensors.at(key + "/logits"), kTolerance,
                    key + "/logits");
        for (const auto& [name, shape, gradient] : valuesOf(trainee.program->gradients()))
            expectClose(gradient, trainee.tensors.at(key + "/gradient/" + name), kTolerance,
                        key + "/gradient/" + name);
    }
}

TEST_P(AgainstTorch, CountsCorrectSamples)
{
    Trainee trainee(model(), options(), kernels());
    const LossResult result = lossOf(*trainee.program, trainee.batch(0, 37), Phase::Evaluation);
    const std::vector<float>& logits = trainee.tensors.at("cross-entropy/37/logits");
    int correct = 0;
    int correctTop5 = 0;
    for (std::size_t i = 0; i < 37; ++i) {
        const auto row = std::span(logits).subspan(i * 10, 10);
        correct += std::max_element(row.begin(), row.end()) - row.begin() == trainee.labels[i] ? 1 : 0;
        std::vector<float> sorted(row.begin(), row.end());
        std::sort(sorted.rbegin(), sorted.rend());
        correctTop5 += row[static_cast<std::size_t>(trainee.labels[i])] >= sorted[4] ? 1 : 0;
    }
    EXPECT_EQ(result.correct, correct);
    EXPECT_EQ(result.correctTop5, correctTop5);
}

TEST_P(AgainstTorch, GradientIsDividedByTheGlobalCount)
{
    Trainee trainee(model(), options(), kernels());
    trainee.program->forward(trainee.batch(0, 5), Phase::Training);
    trainee.program->backward(Gradients::Overwrite, kIgnore);
    std::vector<float> whole = trainee.gradients();
    trainee.program->forward(trainee.batch(0, 5, 16), Phase::Training);
    trainee.program->backward(Gradients::Overwrite, kIgnore);
    for (float& each : whole)
        each /= 16;
    expectClose(trainee.gradients(), whole, 1e-6, "gradient / 16");
}

TEST_P(AgainstTorch, SharesAddUpToTheWholeBatch)
{
    Trainee whole(model(), options(), kernels());
    whole.program->forward(whole.batch(0, 37, 37), Phase::Training);
    whole.program->backward(Gradients::Overwrite, kIgnore);
    Trainee part(model(), options(), kernels());
    std::vector<float> sum(whole.gradients().size());
    for (const auto& [first, count] :
         {std::pair<std::size_t, std::size_t>{0, 13}, {13, 12}, {25, 12}, {37, 0}}) {
        part.program->forward(part.batch(first, count, 37), Phase::Training);
        part.program->backward(Gradients::Overwrite, kIgnore);
        const std::vector<float> gradients = part.gradients();
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += gradients[i];
    }
    expectClose(sum, whole.gradients(), 5e-5, "sum of the shares");
}

TEST_P(AgainstTorch, GradientsAddUpWhenAsked)
{
    Trainee trainee(model(), options(), kernels());
    trainee.program->forward(trainee.batch(0, 20, 37), Phase::Training);
    trainee.program->backward(Gradients::Overwrite, kIgnore);
    const std::vector<float> first = trainee.gradients();
    trainee.program->forward(trainee.batch(20, 17, 37), Phase::Training);
    trainee.program->backward(Gradients::Overwrite, kIgnore);
    std::vector<float> sum = trainee.gradients();
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += first[i];
    trainee.program->forward(trainee.batch(0, 20, 37), Phase::Training);
    trainee.program->backward(Gradients::Add, kIgnore);
    expectClose(trainee.gradients(), sum, 1e-5, "sum of two batches");
}

TEST_P(AgainstTorch, EmptyBatchGivesZeros)
{
    Trainee trainee(model(), options(), kernels());
    trainee.program->forward(trainee.batch(0, 37, 37), Phase::Training);
    trainee.program->backward(Gradients::Overwrite, kIgnore);
    const LossResult result = lossOf(*trainee.program, trainee.batch(0, 0, 37), Phase::Training);
    EXPECT_EQ(result.lossSum, 0);
    EXPECT_EQ(result.correct, 0);
    EXPECT_TRUE(trainee.program->logits().empty());
    std::vector<std::size_t> order;
    trainee.program->backward(Gradients::Overwrite, [&](std::size_t index) { order.push_back(index); });
    EXPECT_THAT(trainee.gradients(), testing::Each(0.0f));
    EXPECT_EQ(order.size(), trainee.program->parameters().tensors().size());
}

TEST_P(AgainstTorch, GradientsAreReadyLastLayerFirst)
{
    Trainee trainee(model(), options(), kernels());
    trainee.program->forward(trainee.batch(0, 37, 37), Phase::Training);
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<std::size_t> order;
    std::vector<std::vector<float>> seen;
    trainee.program->backward(Gradients::Overwrite, [&](std::size_t index) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(index);
        seen.push_back(valuesOf(trainee.program->gradients(), index));
    });
    // Neighbours may change places: one gradient is finished later than another that was begun before it.
    std::vector<std::size_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> every(trainee.program->parameters().tensors().size());
    std::iota(every.begin(), every.end(), std::size_t{0});
    EXPECT_EQ(sorted, every);
    EXPECT_GE(order.front() + 2, every.size());
    EXPECT_LE(order.back(), 1u);
    for (std::size_t i = 0; i < order.size(); ++i)
        EXPECT_THAT(seen[i], testing::ElementsAreArray(valuesOf(trainee.program->gradients(), order[i])));
}

TEST_P(AgainstTorch, SameStepsGiveTheSameBits)
{
    std::vector<float> bits[2];
    for (std::vector<float>& each : bits) {
        Trainee trainee(model(), options(), kernels());
        for (std::size_t step = 0; step < 3; ++step) {
            trainee.program->forward(trainee.batch(step, 37 - step, 37), Phase::Training);
            trainee.program->backward(Gradients::Overwrite, kIgnore);
            const std::vector<float> gradients = trainee.gradients();
            each.insert(each.end(), gradients.begin(), gradients.end());
        }
    }
    EXPECT_EQ(bits[0], bits[1]);
}

TEST_P(AgainstTorch, ErrorInReadyReachesTheCallerAndTheProgramGoesOn)
{
    Trainee trainee(model(), options(), kernels());
    trainee.program->forward(trainee.batch(0, 16, 16), Phase::Training);
    EXPECT_THROW(trainee.program->backward(Gradients::Overwrite,
                                           [](std::size_t) {
                                               throw EngineError(ExitCode::PeerLost, {"gone", {}, {}});
                                           }),
                 EngineError);
    trainee.program->forward(trainee.batch(0, 16), Phase::Training);
    trainee.program->backward(Gradients::Overwrite, kIgnore);
    const std::string key =
        std::get<1>(GetParam()) == LossKind::CrossEntropy ? "cross-entropy/16" : "squared-error/16";
    for (const auto& [name, shape, gradient] : valuesOf(trainee.program->gradients()))
        expectClose(gradient, trainee.tensors.at(key + "/gradient/" + name), kTolerance, key);
}

TEST_P(AgainstTorch, LabelOutsideTheClassesIsRefused)
{
    Trainee trainee(model(), options(), kernels());
    trainee.labels[3] = 10;
    try {
        trainee.program->forward(trainee.batch(0, 5), Phase::Training);
        FAIL() << "accepted";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DataError);
        EXPECT_THAT(error.what(), testing::HasSubstr("label 10"));
    }
}

std::string nameOf(const testing::TestParamInfo<AgainstTorch::ParamType>& info)
{
    const auto& [model, loss, kernels, threads] = info.param;
    const char* names[] = {"Automatic", "OneDnn", "Avx2", "Avx512"};
    return (model == "lenet" ? "Lenet" : "MnistCnn") +
           std::string(loss == LossKind::CrossEntropy ? "CrossEntropy" : "SquaredError") +
           names[static_cast<int>(kernels)] + std::to_string(threads);
}

INSTANTIATE_TEST_SUITE_P(, AgainstTorch,
                         testing::Combine(testing::Values("mnist-cnn", "lenet"),
                                          testing::Values(LossKind::CrossEntropy, LossKind::SquaredError),
                                          testing::ValuesIn(kernelsOfThisHost()), testing::Values(1, 2, 3)),
                         nameOf);

} // namespace
} // namespace lockstep
