// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/lowering.h"

#include "engine/core/error.h"

/// Pooling, and layers that move channels and pixels about.
namespace lockstep {

void Lowering::pool(const Layer& layer, Value& x, Value& y,
                    void (Lowering::*window)(const Windows&, Value&, Value&))
{
    const Slides s = slides(layer.kind, x, y);
    const Windows within = s.withinFrames(y.channels);
    if (s.frames.plain())
        return (this->*window)(within, x, y);
    const Windows across = s.acrossFrames(y.channels);
    if (s.rows.plain() && s.columns.plain())
        return (this->*window)(across, x, y);
    Value& between = m_inner.emplace_back(y);
    between.frames = x.frames;
    between.readers = 1;
    between.wantsGradient = x.wantsGradient;
    (this->*window)(within, x, between);
    (this->*window)(across, between, y);
}

void Lowering::maxPool(const Windows& shape, Value& x, Value& y)
{
    LOCKSTEP_CHECK(shape.taps() <= 255);
    y.data = samples(y.elements(), y.element);
    const BufferId winners = m_buffers.perSample(y.elements());
    forward("max pooling",
            [k = &kernels(x), shape, x = x.data, y = y.data, winners](const Frame& f) {
                k->maxPool(of(shape, f), f.at(x), f.at(y),
                           f.training() ? f.at<std::uint8_t>(winners) : nullptr);
            },
            {x.data, y.data, winners});
    inputGradient(x, y, [this, &x, shape, winners](BufferId dy, Destination dx) {
        backward("max pooling gradient",
                 [k = &kernels(x), shape, winners, dy, dx](const Frame& f) {
                     k->maxPoolGradient(of(shape, f), f.at(dy), f.at<std::uint8_t>(winners), f.at(dx.buffer),
                                        dx.output);
                 },
                 {dy, winners, dx.buffer});
    });
}

void Lowering::averagePool(const Windows& shape, Value& x, Value& y)
{
    y.data = samples(y.elements(), y.element);
    forward("average pooling",
            [k = &kernels(x), shape, x = x.data, y = y.data](const Frame& f) {
                k->averagePool(of(shape, f), f.at(x), f.at(y));
            },
            {x.data, y.data});
    inputGradient(x, y, [this, &x, shape](BufferId dy, Destination dx) {
        backward("average pooling gradient",
                 [k = &kernels(x), shape, dy, dx](const Frame& f) {
                     k->averagePoolGradient(of(shape, f), f.at(dy), f.at(dx.buffer), dx.output);
                 },
                 {dy, dx.buffer});
    });
}

void Lowering::concat(const Stage& s, Value& y)
{
    y.element = value(s.terms[0]).element;
    y.data = samples(y.elements(), y.element);
    const auto size = static_cast<std::int64_t>(bytesOf(y.element));
    std::int64_t at = 0;
    for (const Term& term : s.terms) {
        const Value& x = value(term);
        forward("concat",
                [k = &kernels(y), x = x.data, y = y.data, at, own = x.channels, all = y.channels,
                 pixels = y.pixels()](const Frame& f) {
                    k->copyChannels(f.at(x), own, f.at<std::byte>(y) + at, all, f.count * pixels, own,
                                    Output::Overwrite);
                },
                {x.data, y.data});
        at += x.channels * size;
    }
    m_gradients.push_back([this, &s, &y, size] {
        const std::vector<GradientPart> parts = gradient(y, 1);
        std::int64_t from = 0;
        for (const Term& term : s.terms) {
            Value& x = value(term);
            if (!parts.empty() && x.wantsGradient) {
                const Destination dx = destination(x);
                backward("concat gradient",
                         [k = &kernels(y), dy = parts[0].buffer, dx, from, own = x.channels, all = y.channels,
                          pixels = y.pixels()](const Frame& f) {
                             k->copyChannels(f.at<std::byte>(dy) + from, all, f.at(dx.buffer), own,
                                             f.count * pixels, own, dx.output);
                         },
                         {parts[0].buffer, dx.buffer});
            }
            from += x.channels * size;
        }
    });
}

void Lowering::slice(int first, Value& x, Value& y)
{
    y.data = samples(y.elements(), y.element);
    const std::int64_t at = first * static_cast<std::int64_t>(bytesOf(x.element));
    forward("slice",
            [k = &kernels(x), x = x.data, y = y.data, at, own = y.channels, all = x.channels,
             pixels = x.pixels()](const Frame& f) {
                k->copyChannels(f.at<std::byte>(x) + at, all, f.at(y), own, f.count * pixels, own,
                                Output::Overwrite);
            },
            {x.data, y.data});
    inputGradient(x, y, [this, &x, &y, at](BufferId dy, Destination dx) {
        const std::int64_t bytes = x.bytes();
        // The channels that this slice leaves out may never come.
        backward("slice gradient",
                 [k = &kernels(x), dy, dx, at, own = y.channels, all = x.channels, pixels = x.pixels(),
                  bytes](const Frame& f) {
                     if (dx.output == Output::Overwrite)
                         std::memset(f.at(dx.buffer), 0, static_cast<std::size_t>(f.count * bytes));
                     k->copyChannels(f.at(dy), own, f.at<std::byte>(dx.buffer) + at, all, f.count * pixels,
                                     own, Output::Add);
                 },
                 {dy, dx.buffer});
    });
}

void Lowering::shuffle(int groups, Value& x, Value& y)
{
    y.data = samples(y.elements(), y.element);
    forward("channel shuffle",
            [k = &kernels(x), x = x.data, y = y.data, groups, channels = x.channels,
             pixels = x.pixels()](const Frame& f) {
                k->shuffleChannels(f.at(x), f.at(y), f.count * pixels, channels, groups, Output::Overwrite);
            },
            {x.data, y.data});
    inputGradient(x, y, [this, &x, back = x.channels / groups](BufferId dy, Destination dx) {
        backward("channel shuffle gradient",
                 [k = &kernels(x), dy, dx, back, channels = x.channels, pixels = x.pixels()](const Frame& f) {
                     k->shuffleChannels(f.at(dy), f.at(dx.buffer), f.count * pixels, channels, back,
                                        dx.output);
                 },
                 {dy, dx.buffer});
    });
}

void Lowering::subsample(const SubsampleLayer& layer, Value& x, Value& y)
{
    y.data = samples(y.elements(), y.element);
    const Subsample shape{.samples = 1,
                          .inHeight = x.height,
                          .inWidth = x.width,
                          .inChannels = x.channels,
                          .outHeight = y.height,
                          .outWidth = y.width,
                          .stride = layer.stride,
                          .before = layer.before,
                          .after = layer.after};
    forward("subsample",
            [k = &kernels(x), shape, x = x.data, y = y.data](const Frame& f) {
                k->subsample(of(shape, f), f.at(x), f.at(y));
            },
            {x.data, y.data});
    inputGradient(x, y, [this, &x, shape](BufferId dy, Destination dx) {
        backward("subsample gradient",
                 [k = &kernels(x), shape, dy, dx](const Frame& f) {
                     k->subsampleGradient(of(shape, f), f.at(dy), f.at(dx.buffer), dx.output);
                 },
                 {dy, dx.buffer});
    });
}

} // namespace lockstep
