// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/link_watch.h"

#include "engine/train/stopwatch.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace lockstep {
namespace {

/// Of one record: each has a place in twelve lists.
constexpr std::size_t kMaxPeers = kMaxRecordNumbers / 12;

void addSending(LinksMeasured& record, const SendingState& before, const SendingState& now)
{
    record.transferSeconds.push_back(now.busySeconds - before.busySeconds);
    record.receiverLimitedSeconds.push_back(now.receiverLimitedSeconds - before.receiverLimitedSeconds);
    record.senderLimitedSeconds.push_back(now.senderLimitedSeconds - before.senderLimitedSeconds);
    record.roundTripMs.push_back(now.roundTripMs);
    record.deliveredMbps.push_back(now.deliveredMbps);
    record.isRateALowerBound.push_back(now.isRateALowerBound ? 1 : 0);
    record.resentSegments.push_back(now.resentSegments - before.resentSegments);
    record.windowBytes.push_back(now.windowBytes);
}

bool isTold(std::span<const PeerTraffic> peers)
{
    return std::ranges::all_of(peers, [](const PeerTraffic& peer) { return peer.sending.has_value(); });
}

} // namespace

std::vector<LinksMeasured> linkRecords(std::span<const PeerTraffic> before, std::span<const PeerTraffic> now,
                                       double seconds)
{
    std::vector<LinksMeasured> records(1, LinksMeasured{.seconds = seconds});
    const bool kernelTells = isTold(before) && isTold(now);
    for (std::size_t i = 0; i < now.size(); ++i) {
        const std::int64_t sent = now[i].bytesSent - before[i].bytesSent;
        const std::int64_t received = now[i].bytesReceived - before[i].bytesReceived;
        const double late = now[i].waitSeconds - before[i].waitSeconds;
        if (sent == 0 && received == 0 && late <= 0)
            continue;
        if (records.back().peers.size() == kMaxPeers)
            records.push_back({.seconds = seconds});
        LinksMeasured& record = records.back();
        record.peers.push_back(now[i].rank);
        record.bytesSent.push_back(sent);
        record.bytesReceived.push_back(received);
        record.lateSeconds.push_back(late);
        if (kernelTells)
            addSending(record, *before[i].sending, *now[i].sending);
    }
    return records;
}

LinkWatch::LinkWatch(RankRecorder& recorder, const ProcessGroup& group, std::chrono::milliseconds interval)
    : m_recorder(recorder), m_group(group), m_interval(interval), m_before(group.traffic())
{
    if (!m_before.empty())
        m_thread = std::thread([this] { run(); });
}

LinkWatch::~LinkWatch()
{
    {
        const MutexLock lock(m_mutex);
        m_stopping = true;
    }
    m_changed.notifyAll();
    if (m_thread.joinable())
        m_thread.join();
}

bool LinkWatch::waitForInterval()
{
    const MutexLock lock(m_mutex);
    return !m_changed.waitFor(m_mutex, m_interval,
                              [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_stopping; });
}

void LinkWatch::run()
{
    Stopwatch watch;
    try {
        for (bool goesOn = true; goesOn;) {
            goesOn = waitForInterval();
            std::vector<PeerTraffic> now = m_group.traffic();
            for (LinksMeasured& record : linkRecords(m_before, now, watch.lap()))
                m_recorder.record(std::move(record));
            m_before = std::move(now);
        }
    } catch (const std::system_error&) {
        // The journal cannot be written: the rank's own next record ends it with the reason.
        return;
    }
}

} // namespace lockstep
