// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/dnnl_convolution.h"

#include <algorithm>

/// What is decided by the sides of a convolution alone.
namespace lockstep {

namespace {

/// Cuts the kernel to the taps that ever meet the map; returns how many were cut off before them.
int cutKernel(Side& side)
{
    int first = side.kernel;
    int last = -1;
    for (int tap = 0; tap < side.kernel; ++tap)
        for (int place = 0; place < side.out; ++place) {
            const int at = side.start(place) + tap;
            if (at >= 0 && at < side.in) {
                first = std::min(first, tap);
                last = tap;
            }
        }
    // Windows that lie in the padding alone: nothing to gain.
    if (last < 0)
        return 0;
    side.kernel = last - first + 1;
    side.padding -= first;
    return first;
}

} // namespace

void DnnlConvolution::crop()
{
    Dims strides{1};
    for (auto side = m_sides.rbegin(); side != m_sides.rend(); ++side) {
        const std::int64_t whole = side->kernel;
        m_masterOffset += cutKernel(*side) * strides.front();
        m_cropped = m_cropped || side->kernel < whole;
        m_weightDims.insert(m_weightDims.begin(), side->kernel);
        strides.insert(strides.begin(), strides.front() * whole);
    }
    const std::int64_t in = m_inChannels / m_groups;
    const std::int64_t out = m_outChannels / m_groups;
    m_weightDims.insert(m_weightDims.begin(), {out, in});
    strides.insert(strides.begin(), in * strides.front());
    m_masterStrides = {.out = strides[0], .in = strides[1], .row = strides[strides.size() - 2]};
    if (m_groups > 1) {
        m_weightDims.insert(m_weightDims.begin(), m_groups);
        strides.insert(strides.begin(), out * strides.front());
    }
    m_master = {m_weightDims, dnnl::memory::data_type::f32, strides};
}

void DnnlConvolution::chooseMethod()
{
    const auto all = [&](auto holds) { return std::all_of(m_sides.begin(), m_sides.end(), holds); };
    if (m_groups > 1 || !all([](const Side& side) { return side.padding == 0 && side.after() == 0; }))
        return;
    if (all([](const Side& side) { return side.kernel == side.in && side.out == 1; }))
        m_method = Method::InnerProduct;
    else if (all([](const Side& side) { return side.kernel == 1 && side.stride == 1; }))
        m_method = Method::Pointwise;
}

DnnlConvolution::Dims DnnlConvolution::along(int Side::*member) const
{
    Dims all;
    for (const Side& side : m_sides)
        all.push_back(side.*member);
    return all;
}

DnnlConvolution::Dims DnnlConvolution::paddingAfter() const
{
    Dims all;
    for (const Side& side : m_sides)
        all.push_back(side.after());
    return all;
}

} // namespace lockstep
