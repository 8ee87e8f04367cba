// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_all_reduce.h"

#include "engine/distributed/reduce_functions.h"
#include "engine/protocol/sum_way.h"

#include <gloo/allreduce.h>

#include <cstddef>
#include <utility>

namespace lockstep {

namespace {

template <typename Number>
void run(const std::shared_ptr<gloo::Context>& context, std::span<Number> values, std::uint32_t tag,
         gloo::AllreduceOptions::Func sum)
{
    gloo::AllreduceOptions options(context);
    options.setOutput(values.data(), values.size());
    options.setReduceFunction(std::move(sum));
    options.setAlgorithm(values.size_bytes() < kRingBytes ? gloo::AllreduceOptions::Algorithm::BCUBE
                                                          : gloo::AllreduceOptions::Algorithm::RING);
    options.setTag(tag);
    gloo::allreduce(options);
}

} // namespace

void allReduce(const std::shared_ptr<gloo::Context>& context, std::span<float> values, std::uint32_t tag)
{
    run(context, values, tag, sumFloats);
}

void allReduce(const std::shared_ptr<gloo::Context>& context, std::span<double> values, std::uint32_t tag)
{
    run(context, values, tag, sumDoubles);
}

} // namespace lockstep
