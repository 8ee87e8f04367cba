// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_plans.h"

#include "engine/compute/cuda/libraries/library_versions.h"
#include "engine/core/error.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lockstep::cuda {
namespace {

/// More than any engine has.
constexpr std::size_t kMostKnobs = 64;
/// Of what the library recommends.
constexpr std::size_t kMostConfigs = 128;
/// Compiled plans take a fifth of a mebibyte.
constexpr std::size_t kMostSavedBytes = std::size_t{4} << 20;

template <typename Note>
bool holds(const std::vector<Note>& notes, Note note)
{
    return std::find(notes.begin(), notes.end(), note) != notes.end();
}

/// Whether an engine rounds and adds as it should.
bool allowed(const std::vector<cudnnBackendNumericalNote_t>& notes, const LibraryOptions& options,
             Element element)
{
    if (holds(notes, CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS) ||
        holds(notes, CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION))
        return false;
    if (options.deterministic && holds(notes, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC))
        return false;
    // Tensor cores take f32 as TF32.
    return element != Element::Float32 || options.float32 == Float32Products::Tf32 ||
           !holds(notes, CUDNN_NUMERICAL_NOTE_TENSOR_CORE);
}

std::string nameOf(const CudnnDescriptor& engine, const CudnnDescriptor& config)
{
    std::string name = std::to_string(engine.get<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, 1).at(0));
    for (const CudnnDescriptor& knob :
         config.get(CUDNN_ATTR_ENGINECFG_KNOB_CHOICES, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, kMostKnobs)) {
        const auto type = knob.get<cudnnBackendKnobType_t>(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, 1).at(0);
        const auto value = knob.get<std::int64_t>(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, 1).at(0);
        name += ' ' + std::to_string(static_cast<int>(type)) + '=' + std::to_string(value);
    }
    return name;
}

std::vector<CudnnDescriptor> recommended(const PlanTarget& target, const CudnnDescriptor& graph,
                                         cudnnBackendHeurMode_t mode)
{
    CudnnDescriptor heuristics(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph).set(CUDNN_ATTR_ENGINEHEUR_MODE, mode);
    if (target.properties())
        heuristics.set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, *target.properties());
    if (!heuristics.tryFinalize())
        return {};
    return heuristics.get(CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR, kMostConfigs);
}

enum class Search { GoesOn, Ends };

/// Gives each configuration of the graph that engineConfigs() may hold in turn to `take`, until that has
/// enough: to ask about all of them takes longer than to make a plan of one.
template <typename Take>
void eachConfig(const PlanTarget& target, const LibraryOptions& options, const CudnnDescriptor& graph,
                Element element, const Take& take)
{
    for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK})
        for (const CudnnDescriptor& config : recommended(target, graph, mode)) {
            const CudnnDescriptor engine =
                config.get(CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_BACKEND_ENGINE_DESCRIPTOR, 1).at(0);
            if (!allowed(engine.get<cudnnBackendNumericalNote_t>(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                                                 CUDNN_NUMERICAL_NOTE_TYPE_COUNT),
                         options, element))
                continue;
            const auto behavior = engine.get<cudnnBackendBehaviorNote_t>(CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE,
                                                                         CUDNN_BEHAVIOR_NOTE_TYPE_COUNT);
            if (take(EngineConfig{config, nameOf(engine, config),
                                  holds(behavior, CUDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION)}) == Search::Ends)
                return;
        }
}

/// One that is yet to be told what to do, and finalised.
CudnnDescriptor planFor(const PlanTarget& target)
{
    CudnnDescriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    if (target.properties())
        plan.set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, *target.properties());
    else
        plan.set(CUDNN_ATTR_EXECUTION_PLAN_HANDLE, target.handle());
    return plan;
}

std::int64_t workspaceOf(const CudnnDescriptor& plan)
{
    return plan.get<std::int64_t>(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, 1).at(0);
}

/// The first that can be had of those that need no compiling, else of the others.
std::optional<ConvolutionPlan> firstOf(const PlanTarget& target, const LibraryOptions& options,
                                       const CudnnDescriptor& graph, const ConvolutionShape& shape)
{
    const std::int64_t limit = convolutionWorkspaceLimit(shape);
    std::optional<ConvolutionPlan> plan;
    std::vector<EngineConfig> compiled;
    eachConfig(target, options, graph, shape.element, [&](EngineConfig config) {
        if (config.compiledAtRuntime)
            compiled.push_back(std::move(config));
        else
            plan = makePlan(target, config, limit);
        return plan ? Search::Ends : Search::GoesOn;
    });
    for (auto config = compiled.begin(); !plan && config != compiled.end(); ++config)
        plan = makePlan(target, *config, limit);
    return plan;
}

} // namespace

PlanTarget::PlanTarget(const std::string& deviceProperties)
    : m_properties(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR)
{
    m_properties->setAll(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, std::span<const char>(deviceProperties))
        .finalize();
}

std::vector<EngineConfig> engineConfigs(const PlanTarget& target, const LibraryOptions& options,
                                        const ConvolutionShape& shape, ConvolutionPass pass)
{
    std::vector<EngineConfig> configs;
    eachConfig(target, options, convolutionGraph(shape, pass, target.handle()), shape.element,
               [&](EngineConfig config) {
                   configs.push_back(std::move(config));
                   return Search::GoesOn;
               });
    return configs;
}

std::optional<ConvolutionPlan> makePlan(const PlanTarget& target, const EngineConfig& config,
                                        std::int64_t workspaceLimit)
{
    CudnnDescriptor plan = planFor(target);
    plan.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config.config);
    if (!plan.tryFinalize())
        return std::nullopt;
    const std::int64_t workspace = workspaceOf(plan);
    if (workspace > workspaceLimit)
        return std::nullopt;
    return ConvolutionPlan{plan, config.name, workspace};
}

ConvolutionPlan firstPlan(const PlanTarget& target, const LibraryOptions& options,
                          const ConvolutionShape& shape, ConvolutionPass pass)
{
    std::optional<ConvolutionPlan> plan =
        firstOf(target, options, convolutionGraph(shape, pass, target.handle()), shape);
    if (!plan)
        refuseConvolution(shape, pass);
    return *std::move(plan);
}

std::optional<ConvolutionPlan> fusedPlan(const PlanTarget& target, const LibraryOptions& options,
                                         const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue)
{
    try {
        return firstOf(target, options, epilogueGraph(shape, epilogue, target.handle()), shape);
    } catch (const EngineError&) { // a library that does not even know the graph
        return std::nullopt;
    }
}

std::optional<std::string> savedPlan(const ConvolutionPlan& plan)
{
    try {
        const std::vector<char> text =
            plan.plan.get<char>(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, kMostSavedBytes);
        return std::string(text.begin(), text.end());
    } catch (const EngineError&) {
        return std::nullopt;
    }
}

std::optional<ConvolutionPlan> restoredPlan(const PlanTarget& target, const std::string& saved)
{
    try {
        CudnnDescriptor plan = planFor(target);
        plan.setAll(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, std::span<const char>(saved)).finalize();
        return ConvolutionPlan{plan, "saved", workspaceOf(plan)};
    } catch (const EngineError&) {
        return std::nullopt;
    }
}

void refuseConvolution(const ConvolutionShape& shape, ConvolutionPass pass)
{
    throw EngineError(
        ExitCode::DeviceUnavailable,
        {LOCKSTEP_TEXT(
             "cuDNN %1 has no way to compute this convolution on this GPU within %2 MiB of workspace: %3. "
             "Choose another precision, or turn training.deterministic off."),
         {versionText(cudnnGetVersion()), std::to_string(convolutionWorkspaceLimit(shape) >> 20),
          describe(shape, pass)},
         {}});
}

} // namespace lockstep::cuda
