// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_exchange.h"

#include <gloo/allgather.h>
#include <gloo/allgatherv.h>
#include <gloo/alltoall.h>

namespace lockstep {

namespace {

std::uint8_t* bytesOf(std::span<std::byte> values)
{
    return reinterpret_cast<std::uint8_t*>(values.data());
}

/// Gloo's signatures are not const-correct; an input is only read.
std::uint8_t* inputOf(std::span<const std::byte> values)
{
    return reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(values.data()));
}

} // namespace

std::vector<std::byte> allGather(const std::shared_ptr<gloo::Context>& context,
                                 std::span<const std::byte> mine, std::uint32_t tag)
{
    std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(context->size));
    gloo::AllgatherOptions options(context);
    options.setInput(inputOf(mine), mine.size());
    options.setOutput(bytesOf(all), all.size());
    options.setTag(tag);
    gloo::allgather(options);
    return all;
}

void allToAll(const std::shared_ptr<gloo::Context>& context, std::span<const std::byte> mine,
              std::span<std::byte> theirs, std::uint32_t tag)
{
    gloo::AlltoallOptions options(context);
    options.setInput(inputOf(mine), mine.size());
    options.setOutput(bytesOf(theirs), theirs.size());
    options.setTag(tag);
    gloo::alltoall(options);
}

void allGatherParts(const std::shared_ptr<gloo::Context>& context, std::span<std::byte> all,
                    const std::vector<std::size_t>& sizes, std::uint32_t tag)
{
    gloo::AllgathervOptions options(context);
    options.setOutput(bytesOf(all), sizes);
    options.setTag(tag);
    gloo::allgatherv(options);
}

} // namespace lockstep
