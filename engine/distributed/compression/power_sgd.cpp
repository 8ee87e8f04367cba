// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/compression/power_sgd.h"

#include "engine/core/random.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Near enough to the normal distribution, and of the same bits everywhere: the sum of twelve uniform numbers
/// has the variance 1.
void fillWithNormals(std::span<float> values, std::uint64_t seed, std::uint64_t stream)
{
    Random random(seed, stream);
    for (float& value : values) {
        double sum = -6;
        for (int i = 0; i < 12; ++i)
            sum += static_cast<double>(random.uniform());
        value = static_cast<float>(sum);
    }
}

/// Streams of the seed that nothing else draws from.
constexpr std::uint64_t kStreams = std::uint64_t{0x506f7765} << 32;

/// Cuts a message from its beginning.
class Parts {
public:
    explicit Parts(std::span<float> message) : m_left(message) {}
    std::span<float> next(std::size_t size)
    {
        const std::span<float> part = m_left.first(size);
        m_left = m_left.subspan(size);
        return part;
    }

private:
    std::span<float> m_left;
};

} // namespace

PowerSgd::PowerSgd(const TrainingSpec& training, ProcessGroup& group, const HostReplica& replica)
    : m_group(group), m_rank(static_cast<std::size_t>(training.compressionRank))
{
    for (ProcessGroup* const stream : group.streams())
        m_lanes.emplace_back().group = stream;
    for (const GradientBucket& bucket : replica.buckets) {
        Bucket& added = m_buckets.emplace_back();
        for (const std::size_t index : bucket.parameters) {
            const Parameter& parameter = replica.parameters.all[index];
            const std::size_t elements = parameter.gradient.size();
            const auto rows = parameter.shape.rank() > 0 ? static_cast<std::size_t>(parameter.shape[0]) : 1;
            if (isWorthFactoring(rows, elements / rows, m_rank)) {
                addMatrix(added, parameter, training.seed, kStreams | index);
            } else {
                added.whole.push_back(parameter.gradient);
                added.leftSize += elements;
            }
            m_elements += elements;
        }
        m_crossing += added.leftSize + added.rightSize;
    }
    m_starts = HostTensors(m_shared);
    m_errors = HostTensors(m_own);
    m_memories = std::make_unique<RankMemories>(RankMemoryKind::Parts, m_group, m_errors);
    m_state.add(m_starts);
    m_state.add(*m_memories);
}

void PowerSgd::addMatrix(Bucket& bucket, const Parameter& parameter, std::uint64_t seed, std::uint64_t stream)
{
    const auto rows = static_cast<std::size_t>(parameter.shape[0]);
    const std::size_t cols = parameter.gradient.size() / rows;
    Values& values = *m_values.emplace_back(std::make_unique<Values>());
    values.q.resize(m_rank * cols);
    values.error.resize(parameter.gradient.size());
    fillWithNormals(values.q, seed, stream);
    bucket.matrices.push_back(
        {LowRankGradient<float>(rows, cols, values.q, values.error), parameter.gradient});
    bucket.leftSize += m_rank * rows;
    bucket.rightSize += m_rank * cols;
    const Shape starts{static_cast<std::int64_t>(m_rank), static_cast<std::int64_t>(cols)};
    m_shared.push_back({parameter.name + ".q", starts, values.q});
    m_own.push_back({parameter.name + ".error", parameter.shape, values.error});
}

bool PowerSgd::begin(std::int64_t step)
{
    m_memories->begin();
    return step >= kWholeSteps;
}

void PowerSgd::reduce(std::size_t bucket, std::size_t stream)
{
    auto& [group, left, right] = m_lanes[stream];
    Bucket& now = m_buckets[bucket];
    left.resize(now.leftSize);
    right.resize(now.rightSize);
    project(now, left);
    group->allReduceSum(std::span(left));
    share(now, left, right);
    if (now.matrices.empty())
        return;
    group->allReduceSum(std::span(right));
    finish(now, right);
}

/// `left`: every P, then what crosses whole.
void PowerSgd::project(Bucket& bucket, std::span<float> left)
{
    const WorkClock::Working working = work();
    Parts parts(left);
    for (Matrix& matrix : bucket.matrices)
        matrix.codec.project(matrix.gradient, parts.next(matrix.codec.leftSize()));
    for (const std::span<float> gradient : bucket.whole)
        std::ranges::copy(gradient, parts.next(gradient.size()).begin());
}

/// From the sum of that, every Q.
void PowerSgd::share(Bucket& bucket, std::span<float> left, std::span<float> right)
{
    const WorkClock::Working working = work();
    Parts lefts(left), rights(right);
    for (Matrix& matrix : bucket.matrices)
        matrix.codec.share(lefts.next(matrix.codec.leftSize()), rights.next(matrix.codec.rightSize()));
    for (const std::span<float> gradient : bucket.whole)
        std::ranges::copy(lefts.next(gradient.size()), gradient.begin());
}

/// From the sum of these, the gradients that all ranks apply.
void PowerSgd::finish(Bucket& bucket, std::span<float> right)
{
    const WorkClock::Working working = work();
    Parts parts(right);
    for (Matrix& matrix : bucket.matrices)
        matrix.codec.finish(parts.next(matrix.codec.rightSize()), matrix.gradient);
}

void PowerSgd::settle()
{
    for (Bucket& bucket : m_buckets)
        for (Matrix& matrix : bucket.matrices)
            matrix.codec.settle();
    m_memories->gather();
}

std::string PowerSgd::description() const
{
    return "all-reduce with PowerSGD of rank " + std::to_string(m_rank) + ": of " +
           std::to_string(m_elements) + " numbers, " + std::to_string(m_crossing) + " cross the network";
}

} // namespace lockstep
