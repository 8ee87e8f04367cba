// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/convolution_plans.h"

#include "engine/core/error.h"

#include <algorithm>
#include <utility>

namespace lockstep::cuda {

using Kind = ConvolutionEpilogue::Kind;

ConvolutionPlans::Id ConvolutionPlans::add(ConvolutionShape shape, ConvolutionPass pass, std::string layer)
{
    shape.samples = m_batch;
    m_wishes.push_back({shape, pass, std::move(layer)});
    return m_wishes.size() - 1;
}

void ConvolutionPlans::fuse(Id id, const ConvolutionEpilogue& epilogue, std::optional<Id> with)
{
    LOCKSTEP_CHECK(m_wishes[id].pass == ConvolutionPass::Forward);
    m_fusions.insert_or_assign({id, epilogue.kind}, Fusion{.epilogue = epilogue, .with = with});
}

std::int64_t ConvolutionPlans::workspaceLimit() const
{
    std::int64_t most = 0;
    for (const Wish& wish : m_wishes)
        most = std::max(most, convolutionWorkspaceLimit(wish.shape));
    return most;
}

void ConvolutionPlans::prepare(DeviceLibraries& libraries)
{
    for (Id id = 0; id < m_wishes.size(); ++id)
        of(id, m_batch, libraries);
    compare(libraries, Kind::Statistics);
}

void ConvolutionPlans::prepareEvaluation(DeviceLibraries& libraries)
{
    if (!std::exchange(m_evaluationCompared, true))
        compare(libraries, Kind::Normalize);
}

void ConvolutionPlans::compare(DeviceLibraries& libraries, Kind kind)
{
    for (auto& [place, fusion] : m_fusions)
        if (place.second == kind)
            fusion.made = libraries.fusion(m_wishes[place.first].shape, fusion.epilogue);
}

const Convolution& ConvolutionPlans::of(Id id, int samples, DeviceLibraries& libraries)
{
    Made& made = m_made[samples];
    made.resize(m_wishes.size());
    if (!made[id]) {
        ConvolutionShape shape = m_wishes[id].shape;
        shape.samples = samples;
        const PlanChoice choice = samples == m_batch ? PlanChoice::Measured : PlanChoice::First;
        made[id] = libraries.convolution(shape, m_wishes[id].pass, choice);
    }
    return *made[id];
}

const FusedConvolution* ConvolutionPlans::fused(Id id, Kind kind, int samples) const
{
    const auto place = m_fusions.find({id, kind});
    if (samples != m_batch || place == m_fusions.end())
        return nullptr;
    const Fusion& fusion = place->second;
    if (fusion.with && fused(*fusion.with, kind, samples) == nullptr)
        return nullptr;
    return fusion.made.fused.get();
}

std::vector<FusionChoice> ConvolutionPlans::fusions() const
{
    std::vector<FusionChoice> choices;
    for (const auto& [place, fusion] : m_fusions)
        if (const std::optional<FusionTimes>& times = fusion.made.times)
            choices.push_back({.layer = m_wishes[place.first].layer,
                               .kind = place.second == Kind::Statistics ? FusionChoice::Kind::Statistics
                                                                        : FusionChoice::Kind::Normalize,
                               .fusedSeconds = times->fused,
                               .separateSeconds = times->separate,
                               .taken = fused(place.first, place.second, m_batch) != nullptr});
    return choices;
}

} // namespace lockstep::cuda
