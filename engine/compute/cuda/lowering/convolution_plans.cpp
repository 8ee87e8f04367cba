// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/convolution_plans.h"

#include "engine/core/error.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace lockstep::cuda {

using Kind = ConvolutionEpilogue::Kind;

namespace {

/// What is made by measuring, unless it is known. Those of the same name are the same.
struct Measured {
    std::string name;
    std::function<bool()> isKnown;
    std::function<void()> make;
};

void makeAll(const std::vector<Measured>& all, const DeviceLog& log, const MeasuringReport::Subject& subject,
             const DeviceLibraries& libraries)
{
    std::set<std::string> names;
    std::map<std::string, const Measured*> unknown;
    for (const Measured& each : all)
        if (names.insert(each.name).second && !each.isKnown())
            unknown.emplace(each.name, &each);
    MeasuringReport report(log, subject, names.size(), unknown.size());
    std::set<std::string> made;
    for (const Measured& each : all) {
        each.make();
        if (unknown.contains(each.name) && made.insert(each.name).second)
            report.next();
    }
    const auto left =
        std::ranges::count_if(unknown, [](const auto& each) { return !each.second->isKnown(); });
    report.end(static_cast<std::size_t>(left), libraries.keptIn());
}

} // namespace

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

void ConvolutionPlans::prepare(DeviceLibraries& libraries, const DeviceLog& log)
{
    std::vector<Measured> all;
    for (Id id = 0; id < m_wishes.size(); ++id) {
        const ConvolutionShape shape = m_wishes[id].shape;
        const ConvolutionPass pass = m_wishes[id].pass;
        all.push_back({describe(shape, pass),
                       [&libraries, shape, pass] { return libraries.isKnown(shape, pass); },
                       [this, id, &libraries] { of(id, m_batch, libraries); }});
    }
    makeAll(all, log, MeasuringReport::kPlans, libraries);
    compare(libraries, Kind::Statistics, log);
}

void ConvolutionPlans::prepareEvaluation(DeviceLibraries& libraries, const DeviceLog& log)
{
    if (!std::exchange(m_evaluationCompared, true))
        compare(libraries, Kind::Normalize, log);
}

void ConvolutionPlans::compare(DeviceLibraries& libraries, Kind kind, const DeviceLog& log)
{
    std::vector<Measured> all;
    for (auto& [place, each] : m_fusions) {
        if (place.second != kind)
            continue;
        const ConvolutionShape shape = m_wishes[place.first].shape;
        const ConvolutionEpilogue epilogue = each.epilogue;
        all.push_back(
            {describe(shape, ConvolutionPass::Forward) + ' ' + describe(epilogue),
             [&libraries, shape, epilogue] { return libraries.isKnown(shape, epilogue); },
             [&libraries, shape, epilogue, &made = each.made] { made = libraries.fusion(shape, epilogue); }});
    }
    makeAll(all, log, MeasuringReport::kFusions, libraries);
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
