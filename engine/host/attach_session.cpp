// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attach_session.h"

#include <algorithm>
#include <csignal>

namespace lockstep {
namespace {

/// Data stops at this much unsent output, so that answers and heartbeats never wait behind much of it.
constexpr std::size_t kMaxQueuedData = 256u << 10;
/// Requests are not read while so much output waits: a peer that asks without reading gets no memory for it.
constexpr std::size_t kMaxQueued = 4u << 20;
constexpr std::size_t kMaxCalls = 64;
/// After an event nothing is polled for this long, so that thousands of records a second cost fifty polls.
constexpr auto kQuiet = std::chrono::milliseconds(20);
constexpr auto kPollInterval = std::chrono::milliseconds(500);
constexpr auto kPollIntervalWithoutEvents = std::chrono::milliseconds(40);
constexpr auto kHeartbeatInterval = std::chrono::milliseconds(kHeartbeatIntervalMs);
constexpr auto kHeartbeatLost = std::chrono::milliseconds(kHeartbeatLostMs);

} // namespace

AttachSession::AttachSession(Descriptor input, Descriptor output, AttachOptions options)
    : m_options(std::move(options)), m_channel(std::move(input), std::move(output))
{
    m_channel.sendText(kAttachGreeting);
}

void AttachSession::run()
{
    while (!m_over) {
        turn();
        tick();
        poll();
        pump();
    }
    leave();
    if (!m_channel.breach().empty())
        throw EngineError(ExitCode::Usage,
                          {LOCKSTEP_TEXT("The desktop sent what is no frame: %1"), {m_channel.breach()}, {}});
}

bool AttachSession::reads() const
{
    return m_channel.queuedBytes() < kMaxQueued && m_calls.size() < kMaxCalls;
}

void AttachSession::turn()
{
    PollTurn turn;
    m_channel.addTo(turn, reads(), [this] {
        for (const Frame& frame : m_channel.receive())
            serve(frame);
    });
    for (Call& call : m_calls)
        call.channel.addTo(turn, true, [this, &call] { receiveAnswers(call); });
    for (AnswerProcess& process : m_answers)
        process.addTo(turn);
    for (const PairOrder& pair : m_pairs)
        pair.addTo(turn);
    for (const DataOrder& order : m_dataOrders)
        order.addTo(turn);
    if (m_events.descriptor() >= 0 && Clock::now() >= m_quietUntil)
        turn.add(m_events.descriptor(), POLLIN, [this] {
            m_events.drain();
            m_nextPoll = Clock::now();
            m_quietUntil = m_nextPoll + kQuiet;
        });
    turn.wait(nextDeadline());
    m_reaper.reap();
    std::erase_if(m_calls, [](const Call& call) { return call.over; });
}

Clock::time_point AttachSession::nextDeadline() const
{
    auto deadline = std::min({m_nextHeartbeat, m_nextPoll, m_channel.lastHeard() + kHeartbeatLost});
    if (m_quietUntil > Clock::now())
        deadline = std::min(deadline, m_quietUntil);
    for (const Call& call : m_calls)
        deadline = std::min(deadline, call.deadline);
    // The end of its output comes a moment before that of the process, which no descriptor tells of.
    if (!m_answers.empty())
        deadline = std::min(deadline, Clock::now() + kPollIntervalWithoutEvents);
    if (!m_checkpoints.empty() || !m_surveys.empty())
        return Clock::now();
    return m_hasMore && m_channel.queuedBytes() < kMaxQueuedData ? Clock::now() : deadline;
}

void AttachSession::tick()
{
    const auto now = Clock::now();
    if (now >= m_nextHeartbeat) {
        m_channel.send({FrameType::Heartbeat, 0, {}});
        m_nextHeartbeat = now + kHeartbeatInterval;
    }
    for (Call& call : m_calls) {
        if (now < call.deadline)
            continue;
        call.over = true;
        const Error late{
            LOCKSTEP_TEXT("The supervisor of the run does not answer; it may be stopped or hang on a "
                          "broken disk."),
            {},
            {}};
        m_channel.send({FrameType::Failed, call.request, toJson(late)});
    }
    m_over = m_over || m_channel.closed() || now - m_channel.lastHeard() > kHeartbeatLost;
}

void AttachSession::poll()
{
    const auto now = Clock::now();
    if (now < m_nextPoll)
        return;
    m_nextPoll = now + (m_events.descriptor() >= 0 ? kPollInterval : kPollIntervalWithoutEvents);
    for (const auto& run : m_runs) {
        try {
            run->refresh(m_events);
        } catch (const EngineError&) {
            // A state that cannot be read now is asked for again; whoever asks by name is told why.
            continue;
        }
    }
    for (Watch& watch : m_watches)
        sendState(watch);
    m_hasMore = !m_streams.empty();
}

void AttachSession::pump()
{
    std::size_t idle = 0;
    while (m_hasMore && m_channel.queuedBytes() < kMaxQueuedData) {
        if (idle >= m_streams.size()) {
            m_hasMore = false;
            break;
        }
        FileStream& stream = m_streams.front();
        const auto run = std::find_if(m_runs.begin(), m_runs.end(),
                                      [&](const auto& each) { return &each->folder() == &stream.folder(); });
        const bool complete =
            (*run)->isOver() || ((*run)->state() && stream.isOfEarlierAttempt((*run)->state()->attempt));
        const auto frame = stream.next(complete);
        if (frame)
            m_channel.send(*frame);
        idle = frame ? 0 : idle + 1;
        if (stream.over())
            m_streams.pop_front();
        else
            m_streams.splice(m_streams.end(), m_streams, m_streams.begin());
    }
    pumpAnswers();
    pumpCheckpoints();
    pumpPairs();
    pumpDataOrders();
    pumpSurveys();
    m_channel.flush();
}

void AttachSession::pumpAnswers()
{
    for (AnswerProcess& process : m_answers) {
        while (!process.over() && m_channel.queuedBytes() < kMaxQueuedData) {
            const auto frame = process.next();
            if (!frame)
                break;
            m_channel.send(*frame);
        }
    }
    m_answers.remove_if([](const AnswerProcess& process) { return process.over(); });
}

/// One slice of each, between which whatever else there is has its turn.
void AttachSession::pumpCheckpoints()
{
    for (CheckpointOrder& order : m_checkpoints) {
        if (const auto frame = order.advance())
            m_channel.send(*frame);
    }
    m_checkpoints.remove_if([](const CheckpointOrder& order) { return order.over(); });
}

void AttachSession::pumpPairs()
{
    for (PairOrder& pair : m_pairs) {
        while (const auto frame = pair.next())
            m_channel.send(*frame);
    }
    m_pairs.remove_if([](const PairOrder& pair) { return pair.over(); });
}

void AttachSession::pumpDataOrders()
{
    for (DataOrder& order : m_dataOrders) {
        while (const auto frame = order.next())
            m_channel.send(*frame);
    }
    m_dataOrders.remove_if([](const DataOrder& order) { return order.over(); });
}

void AttachSession::pumpSurveys()
{
    for (HostSurvey& survey : m_surveys) {
        if (const auto frame = survey.advance())
            m_channel.send(*frame);
    }
    m_surveys.remove_if([](const HostSurvey& survey) { return survey.over(); });
}

void AttachSession::receiveAnswers(Call& call)
{
    const auto frames = call.channel.receive();
    if (!frames.empty()) {
        Frame reply = frames.front();
        reply.request = call.request;
        m_channel.send(reply);
        call.over = true;
    } else if (call.channel.closed()) {
        const Error gone{LOCKSTEP_TEXT("The supervisor of the run ended before it could answer."), {}, {}};
        m_channel.send({FrameType::Failed, call.request, toJson(gone)});
        call.over = true;
    }
}

void AttachSession::leave()
{
    const auto deadline = Clock::now() + std::chrono::seconds(1);
    if (!m_channel.breach().empty())
        m_channel.send(
            {FrameType::Failed, 0, toJson(Error{m_channel.breach().text, m_channel.breach().arguments, {}})});
    m_channel.flush();
    std::size_t before = 0;
    while (m_channel.queuedBytes() > 0 && m_channel.queuedBytes() != before && Clock::now() < deadline) {
        before = m_channel.queuedBytes();
        PollTurn turn;
        m_channel.addTo(turn, false, [] {});
        turn.wait(deadline);
    }
}

} // namespace lockstep
