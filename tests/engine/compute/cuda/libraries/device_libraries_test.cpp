// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/cublas_products.h"
#include "engine/compute/cuda/libraries/library_versions.h"
#include "engine/compute/cuda/libraries/plan_measurement.h"
#include "engine/compute/cuda/libraries/precision_support.h"
#include "engine/core/error.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

/// What surrounds the calls of cuDNN and cuBLAS.
namespace lockstep::cuda {
namespace {

/// C = op(A) op(B) + beta C as cublasGemmEx defines it: column by column.
void gemm(const ColumnMajorProduct& p, const float* a, const float* b, float beta, float* c)
{
    for (int column = 0; column < p.columns; ++column)
        for (int row = 0; row < p.rows; ++row) {
            float sum = 0;
            for (int i = 0; i < p.depth; ++i)
                sum += a[p.first == CUBLAS_OP_N ? i * p.firstStride + row : row * p.firstStride + i] *
                       b[p.second == CUBLAS_OP_N ? column * p.secondStride + i : i * p.secondStride + column];
            float& result = c[column * p.resultStride + row];
            result = sum + beta * result;
        }
}

TEST(ColumnMajorProducts, GiveTheRowMajorProduct)
{
    for (const bool transposeA : {false, true})
        for (const bool transposeB : {false, true}) {
            const MatrixProduct product{
                .m = 2, .n = 5, .k = 3, .transposeA = transposeA, .transposeB = transposeB, .beta = 2};
            std::vector<float> a;
            std::vector<float> b;
            for (int i = 0; i < product.m * product.k; ++i)
                a.push_back(static_cast<float>(i * i % 7));
            for (int i = 0; i < product.k * product.n; ++i)
                b.push_back(static_cast<float>(i * 3 % 11));
            std::vector<float> c(static_cast<std::size_t>(product.m * product.n), 1);
            gemm(columnMajor(product), b.data(), a.data(), product.beta, c.data());
            for (int i = 0; i < product.m; ++i)
                for (int j = 0; j < product.n; ++j) {
                    float expected = product.beta;
                    for (int p = 0; p < product.k; ++p)
                        expected +=
                            a[static_cast<std::size_t>(transposeA ? p * product.m + i : i * product.k + p)] *
                            b[static_cast<std::size_t>(transposeB ? j * product.k + p : p * product.n + j)];
                    EXPECT_EQ(c[static_cast<std::size_t>(i * product.n + j)], expected);
                }
        }
}

EngineConfig config(const std::string& name, bool compiled = false)
{
    return {CudnnDescriptor(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR), name, compiled};
}

ConvolutionPlan plan(const EngineConfig& config)
{
    return {CudnnDescriptor(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR), config.name, 0};
}

TEST(FastestPlans, AreThoseThatTakeLeast)
{
    const std::vector<EngineConfig> configs = {config("slow"), config("cannot"),  config("compiled", true),
                                               config("fast"), config("as fast"), config("fails")};
    const std::map<std::string, double> times = {
        {"slow", 3}, {"fast", 1}, {"as fast", 1}, {"cannot", 0}, {"compiled", 0}};
    const auto best = fastestPlan(
        configs,
        [](const EngineConfig& config) {
            return config.name == "cannot" ? std::nullopt : std::optional(plan(config));
        },
        [&](const ConvolutionPlan& plan, double) {
            const auto time = times.find(plan.name);
            return time == times.end() ? std::nullopt : std::optional(time->second);
        });
    ASSERT_TRUE(best);
    EXPECT_EQ(best->name, "fast");
}

TEST(FastestPlans, AreSoughtAmongAFewThatDiffer)
{
    std::vector<EngineConfig> configs;
    for (int i = 0; i < 100; ++i) {
        configs.push_back(config(std::to_string(i)));
        configs.push_back(configs.back());
    }
    int measured = 0;
    const auto best = fastestPlan(
        configs, [](const EngineConfig& config) { return std::optional(plan(config)); },
        [&](const ConvolutionPlan&, double known) {
            EXPECT_EQ(known, measured == 0 ? std::numeric_limits<double>::infinity() : 11.0 - measured);
            return std::optional(10.0 - measured++);
        });
    EXPECT_EQ(measured, 12);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->name, "11");
    EXPECT_FALSE(fastestPlan({}, {}, {}));
}

TEST(Precisions, AreRefusedByCardsThatHaveThemNot)
{
    const DeviceFacts t4{"Tesla T4", 7, 5};
    EXPECT_FALSE(precisionRefusal(t4, Element::Float32));
    EXPECT_FALSE(precisionRefusal(t4, Element::Float16));
    const std::optional<Error> refusal = precisionRefusal(t4, Element::Bfloat16);
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->message(),
              "The GPU Tesla T4 (compute capability 7.5) has no arithmetic in bf16, which "
              "came with 8.0. Choose the precision fp16, or f32.");
    EXPECT_FALSE(precisionRefusal({"NVIDIA A100", 8, 0}, Element::Bfloat16));
    EXPECT_FALSE(precisionRefusal({"NVIDIA RTX PRO 6000", 12, 0}, Element::Bfloat16));
    EXPECT_TRUE(precisionRefusal({"Quadro M2000", 5, 2}, Element::Float16));
}

TEST(Versions, ReadAsPeopleSayThem)
{
    EXPECT_EQ(versionText(91900), "9.19.0");
    EXPECT_EQ(versionText(130102), "13.1.2");
}

/// Where a pass needs more workspace than it may take, it is computed another way or refused by name.
TEST(Workspaces, GrowWithTheSamplesBetweenTheirBounds)
{
    ConvolutionShape shape{.samples = 1,
                           .inChannels = 64,
                           .outChannels = 64,
                           .rows = {56, 56, 3, 1, 1},
                           .columns = {56, 56, 3, 1, 1}};
    std::int64_t before = convolutionWorkspaceLimit(shape);
    EXPECT_EQ(before, 16 << 20);
    for (shape.samples = 2; shape.samples < 4096; shape.samples *= 2) {
        const std::int64_t limit = convolutionWorkspaceLimit(shape);
        EXPECT_GE(limit, before);
        before = limit;
    }
    EXPECT_EQ(before, 512 << 20);
}

/// The emulated device has no driver below it: cuDNN's own refusal reaches people as it is.
TEST(DeviceLibrariesWithoutADriver, SayWhatCudnnSays)
{
    Queue queue(0);
    try {
        makeDeviceLibraries(queue, {});
        FAIL();
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        EXPECT_NE(std::string(error.what()).find("cudnnCreate"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace lockstep::cuda
