// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled without contraction to fused multiply-adds: sums are the same on every processor.
#include "engine/distributed/server/serving.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace lockstep {
namespace {

/// Of a payload whose size does not follow from the slice: no rank gathers as much, and no slice is larger.
constexpr std::uint64_t kMaxGathered = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxStart = std::uint64_t{1} << 38;

[[noreturn]] void refuse()
{
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("A rank asked this server for what cannot be. All processes of a run must "
                       "be of the same version."),
         {},
         {}});
}

template <typename Value>
void assign(std::vector<std::byte>& bytes, std::span<const Value> values)
{
    const auto raw = std::as_bytes(values);
    bytes.assign(raw.begin(), raw.end());
}

} // namespace

Serving::Serving(const TrainingSpec& training, RankGate& gate, SliceOptimizerFactory makeOptimizer)
    : m_isAsync(training.strategy == StrategyKind::ServerAsync), m_staleness(training.staleness),
      m_gate(gate), m_slice(std::move(makeOptimizer)), m_ranks(static_cast<std::size_t>(gate.ranks()))
{
}

void Serving::requireFit(const Request& request)
{
    const MutexLock lock(m_gate.mutex);
    const bool isPush = request.kind == RequestKind::Push || request.kind == RequestKind::Norm;
    const bool needsStart = isPush || request.kind == RequestKind::Update ||
                            request.kind == RequestKind::Settle || request.kind == RequestKind::State;
    const std::uint64_t most = request.kind == RequestKind::Gather  ? kMaxGathered
                               : request.kind == RequestKind::Start ? kMaxStart
                               : isPush                             ? m_slice.weights().size_bytes()
                                                                    : 0;
    if (request.kind > kLastRequestKind || (needsStart && !m_hasStarted) || request.bytes > most ||
        (isPush && request.bytes != most))
        refuse();
}

Reply Serving::answer(int rank, const Request& request, Bytes& payload)
{
    const MutexLock lock(m_gate.mutex);
    Reply reply;
    switch (request.kind) {
    case RequestKind::Pass:
    case RequestKind::End:
        return reply;
    case RequestKind::Gather:
        gather(rank, request, payload);
        return reply;
    case RequestKind::State:
        reply.updates = m_slice.updates();
        assign<float>(payload, m_slice.state());
        return reply;
    case RequestKind::Start:
        start(rank, request, payload);
        break;
    case RequestKind::Norm:
        meet(rank, request, payload, [this]() LOCKSTEP_REQUIRES(m_gate.mutex) { sumPushes(); });
        reply.votes = m_votes;
        assign<double>(payload, unitSquares(m_slice.gradients()));
        return reply;
    case RequestKind::Update:
        meet(rank, request, payload,
             [&]() LOCKSTEP_REQUIRES(m_gate.mutex) { m_slice.update(request.learningRate, request.scale); });
        break;
    case RequestKind::Push:
        reply = m_isAsync ? pushAlone(rank, request, payload) : pushTogether(rank, request, payload);
        break;
    case RequestKind::Settle:
        reply = settle(rank, request);
        break;
    }
    takeWeights(payload);
    return reply;
}

void Serving::meet(int rank, const Request& request, Bytes& payload, const std::function<void()>& work)
{
    Rank& mine = m_ranks[static_cast<std::size_t>(rank)];
    mine.payload = &payload;
    mine.votes = request.votes;
    m_gate.meet(rank, request.kind, [&]() LOCKSTEP_REQUIRES(m_gate.mutex) {
        work();
        m_votes = sumVotes();
    });
}

void Serving::gather(int rank, const Request& request, Bytes& payload)
{
    meet(rank, request, payload, [&]() LOCKSTEP_REQUIRES(m_gate.mutex) {
        const Bytes& first = *m_ranks[static_cast<std::size_t>(m_gate.firstLeft())].payload;
        auto all = std::make_shared<Bytes>();
        for (int i = 0; i < m_gate.ranks(); ++i) {
            if (m_gate.isLeft(i)) {
                const Bytes& theirs = *m_ranks[static_cast<std::size_t>(i)].payload;
                all->insert(all->end(), theirs.begin(), theirs.end());
            } else if (request.lost == LostRank::Agrees) {
                all->insert(all->end(), first.begin(), first.end());
            } else if (request.lost == LostRank::Zeros) {
                all->insert(all->end(), first.size(), std::byte{});
            }
        }
        m_gathered = std::move(all);
    });
    payload = *m_gathered;
}

void Serving::start(int rank, const Request& request, Bytes& payload)
{
    Rank& mine = m_ranks[static_cast<std::size_t>(rank)];
    mine.clock = request.step;
    mine.begun = request.step + 1;
    meet(rank, request, payload, [&]() LOCKSTEP_REQUIRES(m_gate.mutex) {
        if (m_hasStarted || !m_gate.isLeft(0))
            refuse();
        m_slice.start(parseSliceStart(*m_ranks[0].payload));
        m_hasStarted = true;
    });
}

Reply Serving::pushTogether(int rank, const Request& request, Bytes& payload)
{
    meet(rank, request, payload, [&]() LOCKSTEP_REQUIRES(m_gate.mutex) {
        sumPushes();
        m_slice.update(request.learningRate, request.scale);
    });
    Reply reply;
    reply.votes = m_votes;
    return reply;
}

/// In the order of the ranks, so that the bits do not depend on who comes first.
void Serving::sumPushes()
{
    const std::span<float> sum = m_slice.gradients();
    bool isFirst = true;
    for (int i = 0; i < m_gate.ranks(); ++i) {
        if (!m_gate.isLeft(i))
            continue;
        const auto* const pushed =
            reinterpret_cast<const float*>(m_ranks[static_cast<std::size_t>(i)].payload->data());
        if (isFirst)
            std::copy_n(pushed, sum.size(), sum.begin());
        else
            for (std::size_t k = 0; k < sum.size(); ++k)
                sum[k] += pushed[k];
        isFirst = false;
    }
}

/// At once, and one at a time; then the rank waits until it may begin its next step.
Reply Serving::pushAlone(int rank, const Request& request, Bytes& payload)
{
    Rank& mine = m_ranks[static_cast<std::size_t>(rank)];
    m_gate.hasCome(rank);
    if (rank == 0)
        m_isHeld = false;
    m_gate.waitUntil([this]() LOCKSTEP_REQUIRES(m_gate.mutex) { return !m_isHeld; },
                     [](int each) { return each == 0; });
    Reply reply;
    reply.staleness = m_updates - mine.updatesSeen;
    if (request.scale > 0) {
        std::memcpy(m_slice.gradients().data(), payload.data(), payload.size());
        m_slice.update(request.learningRate, request.scale);
        ++m_updates;
    }
    mine.clock = request.step + 1;
    if (request.votes.stop > 0)
        noteStop();
    m_gate.tellChange();
    m_gate.waitUntil([&]() LOCKSTEP_REQUIRES(
                         m_gate.mutex) { return m_staleness < 0 || mine.clock - slowest() <= m_staleness; },
                     [&](int each) LOCKSTEP_REQUIRES(m_gate.mutex) {
                         return m_ranks[static_cast<std::size_t>(each)].clock < mine.clock - m_staleness;
                     });
    mine.updatesSeen = m_updates;
    if (m_stopAfter < 0)
        mine.begun = mine.clock + 1;
    reply.stopAfter = m_stopAfter;
    return reply;
}

/// All go on to where the foremost is, so that they stop after the same step.
void Serving::noteStop()
{
    if (m_stopAfter >= 0)
        return;
    for (int i = 0; i < m_gate.ranks(); ++i) {
        const Rank& each = m_ranks[static_cast<std::size_t>(i)];
        if (m_gate.isLeft(i))
            m_stopAfter = std::max({m_stopAfter, each.begun, each.clock});
    }
}

Reply Serving::settle(int rank, const Request& request)
{
    Bytes none;
    meet(rank, request, none, [this]() LOCKSTEP_REQUIRES(m_gate.mutex) { m_isHeld = true; });
    Rank& mine = m_ranks[static_cast<std::size_t>(rank)];
    mine.updatesSeen = m_updates;
    mine.begun = mine.clock + 1;
    Reply reply;
    reply.votes = m_votes;
    return reply;
}

StepVotes Serving::sumVotes() const
{
    StepVotes sum;
    for (int i = 0; i < m_gate.ranks(); ++i) {
        if (!m_gate.isLeft(i))
            continue;
        const StepVotes& votes = m_ranks[static_cast<std::size_t>(i)].votes;
        sum.lossSum += votes.lossSum;
        sum.stop += votes.stop;
        sum.damaged += votes.damaged;
    }
    return sum;
}

std::int64_t Serving::slowest() const
{
    std::int64_t slowest = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < m_gate.ranks(); ++i)
        if (m_gate.isLeft(i))
            slowest = std::min(slowest, m_ranks[static_cast<std::size_t>(i)].clock);
    return slowest;
}

void Serving::takeWeights(Bytes& payload)
{
    assign<float>(payload, m_slice.weights());
}

} // namespace lockstep
