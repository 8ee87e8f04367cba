// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/channel_sums.cuh"
#include "engine/compute/cuda/kernels/row_map.cuh"

/// How the files beside this one start the kernels that walk over rows.
namespace lockstep::cuda {

/// Calls `job.template operator()<E, width>()` with the widest packs that rows of so many channels, and where
/// the activations begin, allow.
template <typename Job, typename... Pointers>
void withRowPacks(Element element, int channels, const Job& job, Pointers... activations)
{
    withElement(element, [&]<typename E>() {
        if (channels % kPackWidth<E> == 0 && alignedForPacks(activations...))
            job.template operator()<E, kPackWidth<E>>();
        else
            job.template operator()<E, 1>();
    });
}

template <typename Rule>
void mapRows(Queue& queue, const Rule& rule, std::int64_t rows, int channels)
{
    if (rows == 0)
        return;
    const RowTiles tiles = mapTiles(rows, channels / Rule::kWidth);
    launch(queue, tiles.grid(), MapRows<Rule>{rule, tiles, channels});
}

/// Adds the parts' sums of each column.
template <typename Finish>
void finishSums(Queue& queue, const Finish& finish, const double* partial, std::int64_t parts, int columns)
{
    using Kernel = FinishSums<Finish>;
    launch(queue, gridFor(columns, Kernel::kChannels, columns), Kernel{finish, partial, parts, columns});
}

/// `scratch`: channelSumsScratch(rows, channels).
template <typename Rule, typename Finish>
void sumChannels(Queue& queue, const Rule& rule, const Finish& finish, std::int64_t rows, int channels,
                 void* scratch)
{
    static_assert(Rule::kSums == Finish::kSums && Rule::kSums <= 2);
    const RowTiles tiles = sumTiles(rows, channels / Rule::kWidth);
    auto* partial = static_cast<double*>(scratch);
    launch(queue, tiles.grid(),
           SumRows<Rule>{rule, tiles, channels, partial, std::int64_t{Rule::kSums} * channels});
    finishSums(queue, finish, partial, tiles.parts, channels);
}

} // namespace lockstep::cuda
