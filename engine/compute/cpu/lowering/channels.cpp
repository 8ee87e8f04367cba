// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/channels.h"

#include <cstring>

namespace lockstep {

void ChannelLowering::concat(const std::vector<Value*>& inputs, Value& y)
{
    y.element = inputs[0]->element;
    y.data = m_program.samples(y.elements(), y.element);
    const auto size = static_cast<std::int64_t>(bytesOf(y.element));
    std::int64_t at = 0;
    for (const Value* input : inputs) {
        const Value& x = *input;
        m_program.forward("concat",
                          [k = &kernelsOf(y), x = x.data, y = y.data, at, own = x.channels, all = y.channels,
                           pixels = y.pixels()](const WorkerFrame& f) {
                              k->copyChannels(f.at(x), own, f.at<std::byte>(y) + at, all, f.count * pixels,
                                              own, Output::Overwrite);
                          },
                          {x.data, y.data});
        at += x.channels * size;
    }
    m_program.onBackward([this, inputs, &y, size] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        std::int64_t from = 0;
        for (Value* input : inputs) {
            Value& x = *input;
            if (!parts.empty() && x.wantsGradient) {
                const Destination dx = m_gradients.destination(x);
                m_program.backward("concat gradient",
                                   [k = &kernelsOf(y), dy = parts[0].buffer, dx, from, own = x.channels,
                                    all = y.channels, pixels = y.pixels()](const WorkerFrame& f) {
                                       k->copyChannels(f.at<std::byte>(dy) + from, all, f.at(dx.buffer), own,
                                                       f.count * pixels, own, dx.output);
                                   },
                                   {parts[0].buffer, dx.buffer});
            }
            from += x.channels * size;
        }
    });
}

void ChannelLowering::slice(int first, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const std::int64_t at = first * static_cast<std::int64_t>(bytesOf(x.element));
    m_program.forward("slice",
                      [k = &kernelsOf(x), x = x.data, y = y.data, at, own = y.channels, all = x.channels,
                       pixels = x.pixels()](const WorkerFrame& f) {
                          k->copyChannels(f.at<std::byte>(x) + at, all, f.at(y), own, f.count * pixels, own,
                                          Output::Overwrite);
                      },
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, &y, at](BufferId dy, Destination dx) {
        const std::int64_t bytes = x.bytes();
        // The channels that this slice leaves out may never come.
        m_program.backward("slice gradient",
                           [k = &kernelsOf(x), dy, dx, at, own = y.channels, all = x.channels,
                            pixels = x.pixels(), bytes](const WorkerFrame& f) {
                               if (dx.output == Output::Overwrite)
                                   std::memset(f.at(dx.buffer), 0, static_cast<std::size_t>(f.count * bytes));
                               k->copyChannels(f.at(dy), own, f.at<std::byte>(dx.buffer) + at, all,
                                               f.count * pixels, own, Output::Add);
                           },
                           {dy, dx.buffer});
    });
}

void ChannelLowering::shuffle(int groups, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    m_program.forward("channel shuffle",
                      [k = &kernelsOf(x), x = x.data, y = y.data, groups, channels = x.channels,
                       pixels = x.pixels()](const WorkerFrame& f) {
                          k->shuffleChannels(f.at(x), f.at(y), f.count * pixels, channels, groups,
                                             Output::Overwrite);
                      },
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, back = x.channels / groups](BufferId dy, Destination dx) {
        m_program.backward("channel shuffle gradient",
                           [k = &kernelsOf(x), dy, dx, back, channels = x.channels,
                            pixels = x.pixels()](const WorkerFrame& f) {
                               k->shuffleChannels(f.at(dy), f.at(dx.buffer), f.count * pixels, channels, back,
                                                  dx.output);
                           },
                           {dy, dx.buffer});
    });
}

void ChannelLowering::subsample(const SubsampleLayer& layer, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const Subsample shape{.samples = 1,
                          .inHeight = x.height,
                          .inWidth = x.width,
                          .inChannels = x.channels,
                          .outHeight = y.height,
                          .outWidth = y.width,
                          .stride = layer.stride,
                          .before = layer.before,
                          .after = layer.after};
    m_program.forward("subsample",
                      [k = &kernelsOf(x), shape, x = x.data, y = y.data](const WorkerFrame& f) {
                          k->subsample(forSamples(shape, f), f.at(x), f.at(y));
                      },
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, shape](BufferId dy, Destination dx) {
        m_program.backward("subsample gradient",
                           [k = &kernelsOf(x), shape, dy, dx](const WorkerFrame& f) {
                               k->subsampleGradient(forSamples(shape, f), f.at(dy), f.at(dx.buffer),
                                                    dx.output);
                           },
                           {dy, dx.buffer});
    });
}

} // namespace lockstep
