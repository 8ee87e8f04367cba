// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled without contraction to fused multiply-adds, as low_rank.cpp.
#include "engine/distributed/compression/top_k.h"

#include "engine/core/error.h"
#include "engine/core/weight_decay.h"
#include "engine/distributed/compression/largest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace lockstep {

TopK::TopK(const Options& options, ProcessGroup& group, const HostReplica& replica)
    : m_options(options), m_group(group)
{
    for (ProcessGroup* const stream : group.streams())
        m_lanes.emplace_back().group = stream;
    std::vector<NamedTensor> own;
    for (const GradientBucket& bucket : replica.buckets) {
        Bucket& added = m_buckets.emplace_back();
        for (const std::size_t index : bucket.parameters)
            addTensor(added, replica.parameters.all[index], own);
    }
    m_own = HostTensors(own);
    m_memories = std::make_unique<RankMemories>(RankMemoryKind::Parts, m_group, m_own);
}

void TopK::addTensor(Bucket& bucket, const Parameter& parameter, std::vector<NamedTensor>& own)
{
    const std::size_t elements = parameter.gradient.size();
    LOCKSTEP_CHECK(elements <= std::numeric_limits<std::uint32_t>::max());
    Tensor& tensor = *bucket.tensors.emplace_back(std::make_unique<Tensor>());
    tensor.gradient = parameter.gradient;
    tensor.weights = parameter.value;
    if (isDecayed(parameter.shape, m_options.decayAll)) // each rank adds its part
        tensor.decay = static_cast<float>(m_options.weightDecay / m_group.worldSize());
    if (m_options.momentum > 0) {
        tensor.velocity.resize(elements);
        own.push_back({parameter.name + ".velocity", parameter.shape, tensor.velocity});
    }
    bucket.elements += elements;
    if (isPerChannel(parameter.shape)) {
        bucket.whole += elements;
        return;
    }
    tensor.sent = static_cast<std::size_t>(std::ceil(m_options.ratio * static_cast<double>(elements)));
    tensor.waiting.resize(elements);
    own.push_back({parameter.name + ".waiting", parameter.shape, tensor.waiting});
    bucket.sent += tensor.sent;
}

bool TopK::begin(std::int64_t step)
{
    m_memories->begin();
    m_sendsAll = step < kWholeSteps;
    return !m_sendsAll || m_options.momentum > 0;
}

void TopK::reduce(std::size_t bucket, std::size_t stream)
{
    if (m_options.momentum > 0)
        gainMomentum(m_buckets[bucket]);
    sumWhole(m_buckets[bucket], m_lanes[stream]);
    if (!m_sendsAll)
        sumLargest(m_buckets[bucket], m_lanes[stream]);
}

/// As the optimiser's rules do it (update_rules.h), but of this rank's part of the gradient.
void TopK::gainMomentum(const Bucket& bucket)
{
    const WorkClock::Working working = work();
    for (const std::unique_ptr<Tensor>& tensor : bucket.tensors)
        gainMomentum(*tensor);
}

void TopK::gainMomentum(Tensor& tensor) const
{
    const auto momentum = static_cast<float>(m_options.momentum);
    for (std::size_t i = 0; i < tensor.gradient.size(); ++i) {
        const float gradient = tensor.gradient[i] + tensor.decay * tensor.weights[i];
        float& velocity = tensor.velocity[i];
        velocity = momentum * velocity + gradient;
        tensor.gradient[i] = m_options.nesterov ? gradient + momentum * velocity : velocity;
    }
}

/// Calls job(gradient, where it is in the message) for what crosses whole.
template <typename Job>
void TopK::forEachWhole(const Bucket& bucket, Lane& lane, const Job& job)
{
    const WorkClock::Working working = work();
    auto at = lane.whole.begin();
    for (const std::unique_ptr<Tensor>& tensor : bucket.tensors)
        if (crossesWhole(*tensor)) {
            job(tensor->gradient, at);
            at += static_cast<std::ptrdiff_t>(tensor->gradient.size());
        }
}

void TopK::sumWhole(const Bucket& bucket, Lane& lane)
{
    lane.whole.resize(m_sendsAll ? bucket.elements : bucket.whole);
    if (lane.whole.empty())
        return;
    forEachWhole(bucket, lane, [](std::span<float> from, auto to) { std::ranges::copy(from, to); });
    lane.group->allReduceSum(std::span(lane.whole));
    forEachWhole(bucket, lane,
                 [](std::span<float> to, auto from) { std::copy_n(from, to.size(), to.begin()); });
}

void TopK::sumLargest(const Bucket& bucket, Lane& lane)
{
    if (bucket.sent == 0)
        return;
    std::vector<std::uint32_t>& largest = lane.largest;
    largest.resize(2 * bucket.sent);
    takeLargest(bucket, largest);
    const std::vector<std::byte> all = lane.group->allGather(std::as_bytes(std::span(largest)));
    const std::size_t bytes = std::span(largest).size_bytes();
    for (std::size_t from = 0; from < all.size(); from += bytes) {
        std::memcpy(largest.data(), &all[from], bytes);
        addLargest(bucket, largest);
    }
}

/// What this rank sends: places, then the bits of the values. The others wait on.
void TopK::takeLargest(const Bucket& bucket, std::span<std::uint32_t> largest)
{
    const WorkClock::Working working = work();
    std::size_t at = 0;
    for (const std::unique_ptr<Tensor>& tensor : bucket.tensors) {
        for (std::size_t i = 0; i < tensor->waiting.size(); ++i)
            tensor->waiting[i] += std::exchange(tensor->gradient[i], 0.0f);
        findLargest(tensor->waiting, largest.subspan(at, tensor->sent));
        for (const std::size_t end = at + tensor->sent; at < end; ++at) {
            const std::uint32_t place = largest[at];
            const float value = std::exchange(tensor->waiting[place], 0.0f);
            largest[bucket.sent + at] = std::bit_cast<std::uint32_t>(value);
            if (!tensor->velocity.empty())
                tensor->velocity[place] = 0;
        }
    }
}

/// What a rank has sent.
void TopK::addLargest(const Bucket& bucket, std::span<const std::uint32_t> largest)
{
    const WorkClock::Working working = work();
    std::size_t at = 0;
    for (const std::unique_ptr<Tensor>& tensor : bucket.tensors)
        for (const std::size_t end = at + tensor->sent; at < end; ++at) {
            LOCKSTEP_CHECK(largest[at] < tensor->gradient.size());
            tensor->gradient[largest[at]] += std::bit_cast<float>(largest[bucket.sent + at]);
        }
}

std::string TopK::description() const
{
    std::size_t elements = 0, values = 0;
    for (const Bucket& bucket : m_buckets) {
        elements += bucket.elements;
        values += bucket.whole + bucket.sent;
    }
    return "all-reduce of the largest: of " + std::to_string(elements) + " numbers, each rank sends " +
           std::to_string(values);
}

} // namespace lockstep
