// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/slices.h"

#include "engine/core/error.h"
#include "engine/core/weight_decay.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lockstep {
namespace {

struct StartHead {
    std::int64_t updates = 0;
    std::uint64_t stretches = 0;
    std::uint64_t weights = 0;
    std::uint64_t state = 0;
};

template <typename Value>
std::span<const std::byte> take(std::vector<Value>& values, std::uint64_t count,
                                std::span<const std::byte> bytes)
{
    // By division: the count comes from another process.
    if (count > bytes.size() / sizeof(Value))
        throw EngineError(
            ExitCode::PeerLost,
            {LOCKSTEP_TEXT("What a training starts from came damaged to this server."), {}, {}});
    values.resize(count);
    if (count > 0)
        std::memcpy(values.data(), bytes.data(), count * sizeof(Value));
    return bytes.subspan(count * sizeof(Value));
}

/// What is left behind them.
template <typename Value>
std::span<std::byte> put(std::span<const Value> values, std::span<std::byte> bytes)
{
    std::ranges::copy(std::as_bytes(values), bytes.begin());
    return bytes.subspan(values.size_bytes());
}

} // namespace

Slice sliceOf(std::size_t elements, int server, int servers)
{
    const std::size_t units = (elements + kSliceUnit - 1) / kSliceUnit;
    const auto edge = [&](int number) {
        return std::min(elements, units * static_cast<std::size_t>(number) /
                                      static_cast<std::size_t>(servers) * kSliceUnit);
    };
    return {edge(server), edge(server + 1) - edge(server)};
}

std::vector<double> unitSquares(std::span<const float> slice)
{
    std::vector<double> squares;
    for (std::size_t begin = 0; begin < slice.size(); begin += kSliceUnit) {
        double sum = 0;
        for (const float value : slice.subspan(begin, std::min(kSliceUnit, slice.size() - begin)))
            sum += static_cast<double>(value) * static_cast<double>(value);
        squares.push_back(sum);
    }
    return squares;
}

std::vector<DecayStretch> stretchesOf(std::span<const Parameter> parameters, Slice slice, bool decayAll)
{
    std::vector<DecayStretch> stretches;
    std::size_t at = 0;
    for (const Parameter& parameter : parameters) {
        const std::size_t begin = std::max(at, slice.begin);
        at += parameter.value.size();
        const std::size_t end = std::min(at, slice.begin + slice.size);
        if (begin >= end)
            continue;
        const std::int64_t axes = isDecayed(parameter.shape, decayAll) ? 2 : 1;
        if (stretches.empty() || stretches.back().axes != axes)
            stretches.push_back({0, axes});
        stretches.back().size += static_cast<std::int64_t>(end - begin);
    }
    return stretches;
}

std::vector<std::byte> encode(const SliceStart& start)
{
    const StartHead head{start.updates, start.stretches.size(), start.weights.size(), start.state.size()};
    std::vector<std::byte> bytes(sizeof head + start.stretches.size() * sizeof(DecayStretch) +
                                 (start.weights.size() + start.state.size()) * sizeof(float));
    std::span<std::byte> left = put<StartHead>(std::span(&head, 1), bytes);
    left = put<DecayStretch>(start.stretches, left);
    left = put<float>(start.weights, left);
    put<float>(start.state, left);
    return bytes;
}

SliceStart parseSliceStart(std::span<const std::byte> bytes)
{
    std::vector<StartHead> head;
    bytes = take(head, 1, bytes);
    SliceStart start;
    start.updates = head[0].updates;
    bytes = take(start.stretches, head[0].stretches, bytes);
    bytes = take(start.weights, head[0].weights, bytes);
    take(start.state, head[0].state, bytes);
    return start;
}

} // namespace lockstep
