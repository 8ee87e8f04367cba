// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/pooling.h"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/core/error.h"

namespace lockstep::cuda {

namespace {

PoolWindows windowsOf(const Layer& layer, const Value& x, const Value& y)
{
    const Slides s = slidesOf(layer.kind, x.size, y.size);
    return {.samples = 1, .channels = y.channels, .frames = s.frames, .rows = s.rows, .columns = s.columns};
}

PoolWindows forSamples(PoolWindows windows, const Frame& f)
{
    windows.samples = f.count;
    return windows;
}

} // namespace

void PoolingLowering::max(const Layer& layer, Value& x, Value& y)
{
    const PoolWindows windows = windowsOf(layer, x, y);
    LOCKSTEP_CHECK(windows.taps() <= 255);
    y.data = m_program.samples(y.elements(), y.element);
    const BufferId winners = m_program.buffers().perSample(y.elements());
    m_program.forward({.name = "max pooling",
                       .give =
                           [element = x.element, windows, x = x.data, y = y.data, winners](const Frame& f) {
                               maxPool(f.queue, element, forSamples(windows, f), f.at(x), f.at(y),
                                       f.training() ? f.at<std::uint8_t>(winners) : nullptr);
                           }},
                      {x.data, y.data, winners});
    m_gradients.ofInput(x, y, [this, &x, windows, winners](BufferId dy, Destination dx) {
        m_program.backward({.name = "max pooling gradient",
                            .give =
                                [element = x.element, windows, winners, dy, dx](const Frame& f) {
                                    maxPoolGradient(f.queue, element, forSamples(windows, f), f.at(dy),
                                                    f.at<std::uint8_t>(winners), f.at(dx.buffer), dx.output);
                                }},
                           {dy, winners, dx.buffer});
    });
}

void PoolingLowering::average(const Layer& layer, Value& x, Value& y)
{
    const PoolWindows windows = windowsOf(layer, x, y);
    y.data = m_program.samples(y.elements(), y.element);
    m_program.forward({.name = "average pooling",
                       .give =
                           [element = x.element, windows, x = x.data, y = y.data](const Frame& f) {
                               averagePool(f.queue, element, forSamples(windows, f), f.at(x), f.at(y));
                           }},
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, windows](BufferId dy, Destination dx) {
        m_program.backward({.name = "average pooling gradient",
                            .give =
                                [element = x.element, windows, dy, dx](const Frame& f) {
                                    averagePoolGradient(f.queue, element, forSamples(windows, f), f.at(dy),
                                                        f.at(dx.buffer), dx.output);
                                }},
                           {dy, dx.buffer});
    });
}

} // namespace lockstep::cuda
