// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/channels.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

Operation ChannelLowering::copy(const char* name, const Value& part, Channels from, Channels to,
                                Output output) const
{
    const auto size = static_cast<std::int64_t>(bytesOf(part.element));
    return {.name = name,
            .bytes = 2 * size * part.elements() * m_program.options().batch,
            .give = [element = part.element, size, rows = part.pixels(), channels = part.channels, from, to,
                     output](const Frame& f) {
                copyChannels(f.queue, element, f.at<std::byte>(from.buffer) + from.offset * size, from.all,
                             f.at<std::byte>(to.buffer) + to.offset * size, to.all, f.count * rows, channels,
                             output);
            }};
}

void ChannelLowering::concat(const std::vector<Value*>& inputs, Value& y)
{
    y.element = inputs[0]->element;
    y.data = m_program.samples(y.elements(), y.element);
    int offset = 0;
    for (const Value* x : inputs) {
        m_program.forward(
            copy("concat", *x, {x->data, x->channels}, {y.data, y.channels, offset}, Output::Overwrite),
            {x->data, y.data});
        offset += x->channels;
    }
    m_program.onBackward([this, inputs, &y] {
        const std::vector<GradientPart> parts = m_gradients.sum(y, 1);
        int from = 0;
        for (Value* x : inputs) {
            if (!parts.empty() && x->wantsGradient) {
                const BufferId dy = parts[0].buffer;
                const Destination dx = m_gradients.destination(*x);
                m_program.backward(
                    copy("concat gradient", *x, {dy, y.channels, from}, {dx.buffer, x->channels}, dx.output),
                    {dy, dx.buffer});
            }
            from += x->channels;
        }
    });
}

void ChannelLowering::slice(int first, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    m_program.forward(copy("slice", y, {x.data, x.channels, first}, {y.data, y.channels}, Output::Overwrite),
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, &y, first](BufferId dy, Destination dx) {
        // The channels that this slice leaves out may never come.
        if (dx.output == Output::Overwrite)
            m_program.backward(
                {.name = "no gradient yet",
                 .give =
                     [dx = dx.buffer,
                      bytes = bytesOf(x.element) * static_cast<std::size_t>(x.elements())](const Frame& f) {
                         f.queue.fill(f.at(dx), 0, static_cast<std::size_t>(f.count) * bytes);
                     }},
                {dx.buffer});
        m_program.backward(
            copy("slice gradient", y, {dy, y.channels}, {dx.buffer, x.channels, first}, Output::Add),
            {dy, dx.buffer});
    });
}

void ChannelLowering::shuffle(int groups, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const auto operation = [&x](const char* name, BufferId from, Destination to, int columns) {
        return Operation{.name = name,
                         .give = [element = x.element, rows = x.pixels(), channels = x.channels, from, to,
                                  columns](const Frame& f) {
                             shuffleChannels(f.queue, element, f.at(from), f.at(to.buffer), f.count * rows,
                                             channels, columns, to.output);
                         }};
    };
    m_program.forward(operation("channel shuffle", x.data, {y.data, Output::Overwrite}, groups),
                      {x.data, y.data});
    m_gradients.ofInput(x, y, [this, operation, back = x.channels / groups](BufferId dy, Destination dx) {
        m_program.backward(operation("channel shuffle gradient", dy, dx, back), {dy, dx.buffer});
    });
}

void ChannelLowering::subsample(const SubsampleLayer& layer, Value& x, Value& y)
{
    y.data = m_program.samples(y.elements(), y.element);
    const Subsample shape{.samples = 1,
                          .inHeight = x.size.height,
                          .inWidth = x.size.width,
                          .inChannels = x.channels,
                          .outHeight = y.size.height,
                          .outWidth = y.size.width,
                          .stride = layer.stride,
                          .before = layer.before,
                          .after = layer.after};
    const auto of = [shape](const Frame& f) {
        Subsample all = shape;
        all.samples = f.count;
        return all;
    };
    m_program.forward(
        {.name = "subsample",
         .give = [element = x.element, of, x = x.data, y = y.data](
                     const Frame& f) { cuda::subsample(f.queue, element, of(f), f.at(x), f.at(y)); }},
        {x.data, y.data});
    m_gradients.ofInput(x, y, [this, &x, of](BufferId dy, Destination dx) {
        m_program.backward({.name = "subsample gradient",
                            .give =
                                [element = x.element, of, dy, dx](const Frame& f) {
                                    subsampleGradient(f.queue, element, of(f), f.at(dy), f.at(dx.buffer),
                                                      dx.output);
                                }},
                           {dy, dx.buffer});
    });
}

} // namespace lockstep::cuda
