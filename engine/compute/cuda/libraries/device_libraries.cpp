// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/device_libraries.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/libraries/cublas_products.h"
#include "engine/compute/cuda/libraries/cudnn_convolution.h"
#include "engine/compute/cuda/libraries/fusion_measurement.h"
#include "engine/compute/cuda/libraries/library_versions.h"
#include "engine/compute/cuda/libraries/plan_cache.h"
#include "engine/compute/cuda/libraries/plan_chooser.h"
#include "engine/compute/cuda/libraries/plan_measurement.h"
#include "engine/compute/cuda/libraries/precision_support.h"
#include "engine/compute/plugin/build_facts.h"
#include "engine/core/error.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

namespace lockstep::cuda {
namespace {

/// What the fastest plan depends on besides the convolution.
std::string circumstances(const DeviceFacts& device)
{
    int driver = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    return device.name + ", " + device.capability() + ", driver " + std::to_string(driver) + ", cuDNN " +
           std::to_string(cudnnGetVersion()) + ", build " + buildFacts().id;
}

/// How long a program compiles fused graphs of which no run knows anything yet.
constexpr std::chrono::seconds kCompiling{15};
/// And how long it measures plain convolutions of which no run knows anything yet: other ranks may be
/// waiting.
constexpr std::chrono::seconds kMeasuring{40};

class NvidiaLibraries final : public DeviceLibraries {
public:
    NvidiaLibraries(Queue& queue, const LibraryOptions& options)
        : m_queue(queue), m_options(options), m_facts(currentDeviceFacts()), m_handle(makeCudnnHandle()),
          m_target(m_handle.get()), m_products(options.float32),
          m_cache(planCacheFolder(), circumstances(m_facts)),
          m_fusions(m_cache, SavedPlans(planCacheFolder(), circumstances(m_facts)), kCompiling)
    {
    }

    std::optional<Error> refusal(Element element) const override
    {
        return precisionRefusal(m_facts, element);
    }

    std::unique_ptr<Convolution> convolution(const ConvolutionShape& shape, ConvolutionPass pass,
                                             PlanChoice choice) override
    {
        return std::make_unique<CudnnConvolution>(m_handle, plan(shape, pass, choice));
    }

    bool isKnown(const ConvolutionShape& shape, ConvolutionPass pass) const override
    {
        return m_options.deterministic || m_cache.find(asked(shape, describe(shape, pass)));
    }

    bool isKnown(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) const override
    {
        return m_options.deterministic || m_cache.find(asked(shape, questionOf(shape, epilogue)));
    }

    std::string keptIn() const override { return m_cache.keptIn().string(); }

    ConvolutionFusion fusion(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) override
    {
        if (m_options.deterministic)
            return {};
        const auto plain = [&] { return plan(shape, ConvolutionPass::Forward, PlanChoice::Measured); };
        FusionMeasurement bench(m_handle, m_queue, m_target, {shape, epilogue, m_options, plain});
        const FusionChooser::Choice& choice =
            m_fusions.choose(asked(shape, questionOf(shape, epilogue)), bench);
        ConvolutionFusion fusion{nullptr, choice.times};
        if (choice.plan)
            fusion.fused = std::make_unique<CudnnFusedConvolution>(m_handle, *choice.plan, epilogue);
        return fusion;
    }

    void multiply(Queue& queue, const MatrixProduct& product, const void* a, const void* b, void* c,
                  void* workspace) override
    {
        m_products.multiply(queue, product, a, b, c, workspace);
    }

    std::string description() const override
    {
        return "cuDNN " + versionText(cudnnGetVersion()) + ", cuBLAS " + m_products.version();
    }

private:
    /// Of one pass.
    class Bench final : public PlanBench {
    public:
        Bench(NvidiaLibraries& libraries, const ConvolutionShape& shape, ConvolutionPass pass)
            : m_libraries(libraries), m_shape(shape), m_pass(pass)
        {
        }
        std::optional<ConvolutionPlan> named(const std::string& name) override
        {
            const std::vector<EngineConfig>& all = configs();
            const auto config = std::ranges::find(all, name, &EngineConfig::name);
            return config == all.end() ? std::nullopt : make(*config);
        }
        std::optional<ConvolutionPlan> fastest() override
        {
            try {
                const PlanMeasurement measurement(m_libraries.m_handle, m_libraries.m_queue, m_shape, m_pass);
                return fastestPlan(
                    configs(), [this](const EngineConfig& config) { return make(config); },
                    [&](const ConvolutionPlan& plan, double best) {
                        return measurement.seconds(plan, best);
                    });
            } catch (const EngineError& error) {
                // Whether the program itself finds the memory it needs shows when it asks for it.
                if (error.code() != ExitCode::OutOfMemory)
                    throw;
                return std::nullopt;
            }
        }
        ConvolutionPlan first() override
        {
            return firstPlan(m_libraries.m_target, m_libraries.m_options, m_shape, m_pass);
        }

    private:
        const std::vector<EngineConfig>& configs()
        {
            if (m_configs.empty())
                m_configs = engineConfigs(m_libraries.m_target, m_libraries.m_options, m_shape, m_pass);
            return m_configs;
        }
        std::optional<ConvolutionPlan> make(const EngineConfig& config) const
        {
            return makePlan(m_libraries.m_target, config, convolutionWorkspaceLimit(m_shape));
        }

        NvidiaLibraries& m_libraries;
        const ConvolutionShape& m_shape;
        ConvolutionPass m_pass;
        std::vector<EngineConfig> m_configs; ///< once they were asked for
    };

    const ConvolutionPlan& plan(const ConvolutionShape& shape, ConvolutionPass pass, PlanChoice choice)
    {
        // What was measured may differ from run to run, and with it the order of adding.
        const bool measured = choice == PlanChoice::Measured && !m_options.deterministic;
        const std::string question = describe(shape, pass);
        std::map<std::string, ConvolutionPlan>& plans = measured ? m_measured : m_first;
        auto plan = plans.find(question);
        if (plan == plans.end())
            plan = plans
                       .emplace(question, measured ? fastest(shape, pass, asked(shape, question))
                                                   : firstPlan(m_target, m_options, shape, pass))
                       .first;
        return plan->second;
    }

    static std::string questionOf(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue)
    {
        return describe(shape, ConvolutionPass::Forward) + ' ' + describe(epilogue);
    }

    /// What is kept from run to run depends on the options too.
    std::string asked(const ConvolutionShape& shape, const std::string& question) const
    {
        const bool tf32 = shape.element == Element::Float32 && m_options.float32 == Float32Products::Tf32;
        return tf32 ? question + " tf32" : question;
    }

    /// The one that was the fastest before, or is now; the first where none could be measured.
    ConvolutionPlan fastest(const ConvolutionShape& shape, ConvolutionPass pass, const std::string& question)
    {
        Bench bench(*this, shape, pass);
        return choosePlan(question, m_cache, m_measuring, bench);
    }

    Queue& m_queue;
    LibraryOptions m_options;
    DeviceFacts m_facts;
    CudnnHandle m_handle;
    PlanTarget m_target;
    CublasProducts m_products;
    PlanCache m_cache;
    TimeAllowance m_measuring{kMeasuring};
    FusionChooser m_fusions;
    /// By describe(): convolutions of the same shape share a plan.
    std::map<std::string, ConvolutionPlan> m_measured;
    std::map<std::string, ConvolutionPlan> m_first;
};

} // namespace

std::unique_ptr<DeviceLibraries> makeDeviceLibraries(Queue& queue, const LibraryOptions& options)
{
    return std::make_unique<NvidiaLibraries>(queue, options);
}

} // namespace lockstep::cuda
