// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/convolution_plans.h"

#include <algorithm>

namespace lockstep::cuda {

ConvolutionPlans::Id ConvolutionPlans::add(ConvolutionShape shape, ConvolutionPass pass)
{
    shape.samples = m_batch;
    m_wishes.push_back({shape, pass});
    return m_wishes.size() - 1;
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

} // namespace lockstep::cuda
