// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_group.h"

#include "engine/core/error.h"
#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/gloo_all_reduce.h"
#include "engine/distributed/gloo_exchange.h"
#include "engine/distributed/gloo_transport.h"
#include "engine/distributed/hostwise_gather.h"
#include "engine/distributed/hostwise_sum.h"
#include "engine/distributed/piecewise_broadcast.h"

#include <gloo/barrier.h>
#include <gloo/broadcast.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// Below this size the number of rounds counts: Gloo's tree has log2(ranks) of all bytes, our chain `ranks` of
// a piece.
constexpr std::size_t kPiecewiseBytes = kBroadcastPiece / 2;
// For the farewells of further streams. The first one's came before: whoever answers at all is here now.
constexpr std::chrono::milliseconds kFurtherLinger{500};

bool sealsAny(const std::vector<MeshLink>& links)
{
    return std::ranges::any_of(links, [](const MeshLink& link) { return link.keys.has_value(); });
}

/// Over both connections to one peer. What the kernel measures of a way is that of the first.
void add(PeerTraffic& sum, const PeerTraffic& more)
{
    sum.bytesSent += more.bytesSent;
    sum.bytesReceived += more.bytesReceived;
    sum.waitSeconds = std::max(sum.waitSeconds, more.waitSeconds);
    if (!sum.sending || !more.sending) {
        sum.sending.reset();
        return;
    }
    SendingState& sending = *sum.sending;
    const auto longest = [&](double SendingState::*seconds) {
        sending.*seconds = std::max(sending.*seconds, (*more.sending).*seconds);
    };
    longest(&SendingState::busySeconds);
    longest(&SendingState::receiverLimitedSeconds);
    longest(&SendingState::senderLimitedSeconds);
    sending.deliveredMbps += more.sending->deliveredMbps;
    sending.isRateALowerBound |= more.sending->isRateALowerBound;
    sending.resentSegments += more.sending->resentSegments;
    sending.windowBytes += more.sending->windowBytes;
}

} // namespace

GlooGroup::GlooGroup(int rank, std::vector<MeshLink> links, const MessengerOptions& options,
                     std::string address)
    : m_address(std::move(address)), m_isSealed(sealsAny(links)),
      m_messenger(rank, std::move(links), options), m_context(makeGlooContext(m_messenger))
{
}

double GlooGroup::longestRoundTrip()
{
    double longest = 0;
    for (const PeerTraffic& peer : m_messenger.traffic())
        longest = std::max(longest, peer.sending ? peer.sending->leastRoundTripMs / 1000 : 0);
    const std::vector<std::byte> all = allGather(std::as_bytes(std::span(&longest, 1)));
    std::vector<double> ofRanks(static_cast<std::size_t>(worldSize()));
    std::ranges::copy(all, std::as_writable_bytes(std::span(ofRanks)).begin());
    return *std::ranges::max_element(ofRanks);
}

void GlooGroup::addStream(std::vector<MeshLink> links, MessengerOptions options)
{
    options.linger = kFurtherLinger;
    m_further.push_back(std::make_unique<GlooGroup>(rank(), std::move(links), options, m_address));
    m_further.back()->m_first = this;
}

void GlooGroup::sumHostwise(Descriptor descriptor, const SumOrder& order)
{
    const auto memory = descriptor ? std::make_shared<const HostMemory>(std::move(descriptor)) : nullptr;
    const HostMemory::Id mine = memory ? memory->id() : HostMemory::Id{};
    const std::vector<std::byte> all = allGather(std::as_bytes(std::span(mine)));
    std::vector<HostMemory::Id> ids(static_cast<std::size_t>(worldSize()));
    std::ranges::copy(all, std::as_writable_bytes(std::span(ids)).begin());
    const HostLayout layout = layOutHosts(ids, rank(), order);
    const bool isPlainRing = std::ranges::is_sorted(layout.leaders) && !layout.tree;
    if (layout.leaders.size() == ids.size() && isPlainRing)
        return;
    m_tiers.emplace(m_messenger, memory, layout);
    for (int stream = 1; const std::unique_ptr<GlooGroup>& further : m_further)
        further->m_tiers.emplace(further->m_messenger, memory, layout, stream++);
}

void GlooGroup::allReduceSum(std::span<float> values)
{
    sum(values, CollectiveKind::AllReduceFloat);
}

void GlooGroup::allReduceSum(std::span<double> values)
{
    sum(values, CollectiveKind::AllReduceDouble);
}

template <typename Number>
void GlooGroup::sum(std::span<Number> values, CollectiveKind kind)
{
    perform(kind, values.size_bytes(), 0, [&](std::uint32_t tag) {
        if (m_tiers)
            HostwiseSum(*m_tiers).sum(values, tag);
        else
            allReduce(m_context, values, tag);
    });
}

void GlooGroup::allReduceSumVia(CrossingSum& crossing, std::span<float> values)
{
    if (!m_tiers)
        return ProcessGroup::allReduceSumVia(crossing, values);
    perform(CollectiveKind::AllReduceFloat, crossing.largestMessage(values.size()), 0,
            [&](std::uint32_t tag) { HostwiseSum(*m_tiers).sumVia(crossing, values, tag); });
}

void GlooGroup::broadcast(std::span<std::byte> bytes, int root, const Progress& progress)
{
    LOCKSTEP_CHECK(root >= 0 && root < worldSize());
    perform(CollectiveKind::Broadcast, bytes.size(), root, [&](std::uint32_t tag) {
        if (bytes.size() > kPiecewiseBytes)
            return broadcastPiecewise(m_messenger, {reinterpret_cast<char*>(bytes.data()), bytes.size()},
                                      root, progress);
        gloo::BroadcastOptions options(m_context);
        options.setOutput(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
        options.setRoot(root);
        options.setTag(tag);
        gloo::broadcast(options);
        if (progress)
            progress(bytes.size());
    });
}

std::vector<std::byte> GlooGroup::allGather(std::span<const std::byte> mine)
{
    std::vector<std::byte> all;
    // What a host's ranks have goes on in one message.
    const std::size_t bytes = m_tiers ? mine.size() * static_cast<std::size_t>(worldSize()) : mine.size();
    perform(CollectiveKind::AllGather, bytes, 0, [&](std::uint32_t tag) {
        all = m_tiers ? gatherHostwise(*m_tiers, mine, tag) : lockstep::allGather(m_context, mine, tag);
    });
    return all;
}

void GlooGroup::allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs)
{
    LOCKSTEP_CHECK(mine.size() == theirs.size());
    LOCKSTEP_CHECK(mine.size() % static_cast<std::size_t>(worldSize()) == 0);
    perform(CollectiveKind::AllToAll, mine.size(), 0,
            [&](std::uint32_t tag) { lockstep::allToAll(m_context, mine, theirs, tag); });
}

void GlooGroup::barrier()
{
    perform(CollectiveKind::Barrier, 0, 0, [&](std::uint32_t tag) {
        gloo::BarrierOptions options(m_context);
        options.setTag(tag);
        gloo::barrier(options);
    });
}

// The sequence number is part of Gloo's slot and of every frame: a rank that is out of step is found out.
template <typename Function>
void GlooGroup::perform(CollectiveKind kind, std::size_t bytes, int root, Function&& run)
{
    const std::uint32_t sequence = ++m_sequence;
    try {
        m_messenger.begin({kind, static_cast<std::uint16_t>(root), sequence, bytes});
        if (bytes > 0 || kind == CollectiveKind::Barrier)
            run(sequence);
        m_messenger.end();
    } catch (const EngineError&) {
        tellOtherStreams();
        throw;
    } catch (const std::exception& error) {
        m_messenger.collectiveFailed(error.what());
        tellOtherStreams();
        throw EngineError(ExitCode::Failure,
                          {LOCKSTEP_TEXT("A collective of Gloo failed: %1."), {error.what()}, {}});
    }
}

/// So that all say the same of how the group ended, and nobody waits on a stream that is still whole.
void GlooGroup::tellOtherStreams() const
{
    const std::optional<Failure> failure = m_messenger.failure();
    if (!failure)
        return;
    m_first->m_messenger.fail(*failure);
    for (const std::unique_ptr<GlooGroup>& further : m_first->m_further)
        further->m_messenger.fail(*failure);
}

void GlooGroup::setActivity(Activity activity)
{
    m_messenger.setActivity(activity);
    for (const std::unique_ptr<GlooGroup>& further : m_further)
        further->setActivity(activity);
}

void GlooGroup::breakOff()
{
    m_messenger.breakOff();
    for (const std::unique_ptr<GlooGroup>& further : m_further)
        further->breakOff();
}

void GlooGroup::abort(const std::string& reason)
{
    m_messenger.abort(reason);
    for (const std::unique_ptr<GlooGroup>& further : m_further)
        further->abort(reason);
}

void GlooGroup::throwIfEnded() const
{
    m_messenger.throwIfFailed();
    for (const std::unique_ptr<GlooGroup>& further : m_further)
        further->throwIfEnded();
}

std::vector<ProcessGroup*> GlooGroup::streams()
{
    std::vector<ProcessGroup*> all{this};
    for (const std::unique_ptr<GlooGroup>& further : m_further)
        all.push_back(further.get());
    return all;
}

std::vector<PeerTraffic> GlooGroup::traffic() const
{
    std::vector<PeerTraffic> sums = m_messenger.traffic();
    for (const std::unique_ptr<GlooGroup>& further : m_further) {
        const std::vector<PeerTraffic> more = further->traffic();
        for (std::size_t i = 0; i < sums.size(); ++i)
            add(sums[i], more[i]);
    }
    return sums;
}

std::vector<RankStanding> GlooGroup::standings() const
{
    std::vector<RankStanding> standings = m_messenger.standings();
    for (std::size_t i = 0; standings.empty() && i < m_further.size(); ++i)
        standings = m_further[i]->standings();
    return standings;
}

} // namespace lockstep
