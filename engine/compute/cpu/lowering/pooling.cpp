// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/pooling.h"

#include "engine/core/error.h"

namespace lockstep {

void PoolingLowering::max(const Layer& layer, Value& x, Value& y)
{
    pool(layer, x, y, &PoolingLowering::maxWindow);
}

void PoolingLowering::average(const Layer& layer, Value& x, Value& y)
{
    pool(layer, x, y, &PoolingLowering::averageWindow);
}

void PoolingLowering::pool(const Layer& layer, Value& x, Value& y, Window window)
{
    const Slides s = slidesOf(layer.kind, x, y);
    const Windows within = s.withinFrames(y.channels);
    if (s.frames.plain())
        return (this->*window)(within, x, y);
    const Windows across = s.acrossFrames(y.channels);
    if (s.rows.plain() && s.columns.plain())
        return (this->*window)(across, x, y);
    Value& between = m_program.inner(y);
    between.frames = x.frames;
    between.readers = 1;
    between.wantsGradient = x.wantsGradient;
    (this->*window)(within, x, between);
    (this->*window)(across, between, y);
}

void PoolingLowering::maxWindow(const Windows& shape, Value& x, Value& y)
{
    LOCKSTEP_CHECK(shape.taps() <= 255);
    y.data = m_program.samples(y.elements(), y.element);
    const BufferId winners = m_program.buffers().perSample(y.elements());
    m_program.forward("max pooling",
                      [k = &kernelsOf(x), shape, x = x.data, y = y.data, winners](const WorkerFrame& f) {
                          k->maxPool(forSamples(shape, f), f.at(x), f.at(y),
                                     f.training() ? f.at<std::uint8_t>(winners) : nullptr);
                      },
                      {x.data, y.data, winners});
    m_gradients.ofInput(x, y, [this, &x, shape, winners](BufferId dy, Destination dx) {
        m_program.backward("max pooling gradient",
                           [k = &kernelsOf(x), shape, winners, dy, dx](const WorkerFrame& f) {
                               k->maxPoolGradient(forSamples(shape, f), f.at(dy), f.at<std::uint8_t>(winners),
                                                  f.at(dx.buffer), dx.output);
                           },
                           {dy, winners, dx.buffer});
    });
}

void PoolingLowering::averageWindow(const Windows& shape, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    m_program.forward("average pooling",
                      [k = &kernelsOf(x), shape, x = x.data, y = y.data](const WorkerFrame& f) {
                          k->averagePool(forSamples(shape, f), f.at(x), f.at(y));
                      },
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, shape](BufferId dy, Destination dx) {
        m_program.backward("average pooling gradient",
                           [k = &kernelsOf(x), shape, dy, dx](const WorkerFrame& f) {
                               k->averagePoolGradient(forSamples(shape, f), f.at(dy), f.at(dx.buffer),
                                                      dx.output);
                           },
                           {dy, dx.buffer});
    });
}

} // namespace lockstep
