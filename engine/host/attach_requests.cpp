// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attach_session.h"

#include "engine/host/conditions_probe.h"
#include "engine/host/control_server.h"
#include "engine/host/host_probe.h"
#include "engine/host/supervisor_process.h"
#include "engine/host/thrown.h"

#include <algorithm>

/// What attach does with each request.
namespace lockstep {
namespace {

constexpr std::size_t kMaxStreams = 512;
constexpr std::size_t kMaxWatches = 256;
constexpr std::size_t kMaxCheckpointOrders = 16;
constexpr std::size_t kMaxPairs = 2;
constexpr auto kCallLimit = std::chrono::seconds(15);

template <typename Message>
Message parsed(const Frame& frame)
{
    return valueOrThrow(parseMessage<Message>(frame.payload), ExitCode::Usage);
}

} // namespace

void AttachSession::serve(const Frame& frame)
{
    try {
        answer(frame);
    } catch (const std::exception& error) {
        m_channel.send(failedFrame(frame.request, error));
    }
}

void AttachSession::answer(const Frame& frame)
{
    switch (frame.type) {
    case FrameType::Heartbeat:
        return;
    case FrameType::Hello:
        return hello(frame);
    case FrameType::Submit:
        return submit(frame);
    case FrameType::Start: {
        const auto request = parsed<StartRequest>(frame);
        return forward(frame, known(request.run, request.host));
    }
    case FrameType::Stop: {
        const auto request = parsed<StopRequest>(frame);
        return forward(frame, known(request.run, request.host));
    }
    case FrameType::List:
        return list(frame.request);
    case FrameType::Watch:
        return watch(frame);
    case FrameType::Follow:
        return stream(frame, FileStream::Mode::Follow);
    case FrameType::Fetch:
        return stream(frame, FileStream::Mode::Fetch);
    case FrameType::Preview:
        return previewData(frame);
    case FrameType::Check:
        return orderCheckpoint(frame, CheckpointOrder::Deed::Check);
    case FrameType::Discard:
        return orderCheckpoint(frame, CheckpointOrder::Deed::Discard);
    case FrameType::Examine:
        return m_channel.send({FrameType::Examined, frame.request, toJson(probeConditions())});
    case FrameType::Evaluate:
        return evaluate(frame);
    case FrameType::Measure:
        return measurePair(frame);
    case FrameType::Cancel:
        return cancel(frame.request);
    case FrameType::Remove:
        return remove(frame);
    case FrameType::Survey:
        return survey(frame.request);
    case FrameType::Sweep:
        return sweep(frame);
    case FrameType::Withdraw:
        return withdraw(frame);
    case FrameType::CopyData:
        return copyData(frame);
    default:
        throw refusal(
            LOCKSTEP_TEXT("This engine does not know requests of type %1. Deploy the engine of your "
                          "version to this host."),
            {std::to_string(static_cast<int>(frame.type))});
    }
}

void AttachSession::hello(const Frame& frame)
{
    const auto asked = parsed<AttachHello>(frame);
    if (asked.version != kAttachVersion)
        throw refusal(
            LOCKSTEP_TEXT("The desktop speaks version %1 of the attach conversation, this engine version "
                          "%2. Deploy the engine of your version to this host."),
            {std::to_string(asked.version), std::to_string(kAttachVersion)});
    m_channel.send({FrameType::Welcome, frame.request, toJson(AttachWelcome{kAttachVersion, probeHost()})});
}

void AttachSession::call(const Frame& frame, Descriptor socket)
{
    m_calls.push_back({frame.request, FrameChannel(std::move(socket)), Clock::now() + kCallLimit, false});
    m_calls.back().channel.send(frame);
    m_calls.back().channel.flush();
}

void AttachSession::submit(const Frame& frame)
{
    const auto request = parsed<SubmitRequest>(frame);
    m_submittedHosts[request.run] = request.host;
    const auto folder = HostFolder::open(request.run, request.host);
    Descriptor supervisor = folder ? connectControl(*folder) : Descriptor();
    if (!supervisor)
        supervisor = spawnSupervisor(m_options.superviseCommand);
    call(frame, std::move(supervisor));
}

void AttachSession::forward(const Frame& frame, KnownRun& run)
{
    Descriptor supervisor = connectControl(run.folder());
    if (supervisor)
        return call(frame, std::move(supervisor));
    run.refresh(m_events);
    if (frame.type == FrameType::Stop && run.isOver())
        return m_channel.send({FrameType::Done, frame.request, {}});
    throw refusal(LOCKSTEP_TEXT("The run %1 is not going on here: it has ended or was never submitted."),
                  {run.folder().run()});
}

int AttachSession::hostOf(const std::string& run, int host) const
{
    if (host >= 0)
        return host;
    if (const auto submitted = m_submittedHosts.find(run); submitted != m_submittedHosts.end())
        return submitted->second;
    std::vector<int> hosts;
    for (const HostFolder& folder : openHostFolders()) {
        if (folder.run() == run)
            hosts.push_back(folder.host());
    }
    if (hosts.size() > 1)
        throw refusal(
            LOCKSTEP_TEXT("%1 hosts of the run %2 keep their files here; the request must name one."),
            {std::to_string(hosts.size()), run});
    if (hosts.empty())
        throw refusal(LOCKSTEP_TEXT("This host knows no run %1."), {run});
    return hosts.front();
}

KnownRun& AttachSession::known(const std::string& run, int host)
{
    const int index = hostOf(run, host);
    for (const auto& each : m_runs) {
        if (each->folder().run() != run || each->folder().host() != index || each->isGone())
            continue;
        each->refresh(m_events);
        return *each;
    }
    m_runs.push_back(std::make_unique<KnownRun>(openOwnFolder(run, index)));
    m_runs.back()->refresh(m_events);
    return *m_runs.back();
}

bool AttachSession::isTaken(std::uint32_t request) const
{
    const auto same = [&](const auto& each) { return each.request == request; };
    return std::any_of(m_watches.begin(), m_watches.end(), same) ||
           std::any_of(m_streams.begin(), m_streams.end(),
                       [&](const FileStream& stream) { return stream.request() == request; }) ||
           std::any_of(m_checkpoints.begin(), m_checkpoints.end(),
                       [&](const CheckpointOrder& order) { return order.request() == request; }) ||
           std::any_of(m_pairs.begin(), m_pairs.end(),
                       [&](const PairOrder& pair) { return pair.request() == request; }) ||
           std::any_of(m_dataOrders.begin(), m_dataOrders.end(),
                       [&](const DataOrder& order) { return order.request() == request; }) ||
           std::any_of(m_surveys.begin(), m_surveys.end(),
                       [&](const HostSurvey& survey) { return survey.request() == request; }) ||
           std::any_of(m_answers.begin(), m_answers.end(),
                       [&](const AnswerProcess& process) { return process.request() == request; });
}

void AttachSession::sendState(Watch& watch)
{
    if (!watch.run->state() || watch.sent == watch.run->state())
        return;
    watch.sent = watch.run->state();
    RunState shown = *watch.sent;
    std::string payload = toJson(shown);
    while (payload.size() > kMaxFramePayload) {
        shown.files.resize(shown.files.size() / 2);
        payload = toJson(shown);
    }
    m_channel.send({FrameType::State, watch.request, payload});
}

void AttachSession::watch(const Frame& frame)
{
    const auto request = parsed<RunReference>(frame);
    if (m_watches.size() >= kMaxWatches || isTaken(frame.request))
        throw refusal(LOCKSTEP_TEXT("Too many watches, or a request number that is in use."));
    m_watches.push_back({frame.request, &known(request.run, request.host), std::nullopt});
    m_nextPoll = Clock::now();
    sendState(m_watches.back());
}

void AttachSession::stream(const Frame& frame, FileStream::Mode mode)
{
    auto request = parsed<FollowRequest>(frame);
    if (m_streams.size() >= kMaxStreams || isTaken(frame.request))
        throw refusal(LOCKSTEP_TEXT("Too many files at the same time, or a request number that is in use."));
    KnownRun& run = known(request.run, request.host);
    m_streams.emplace_front(frame.request, std::move(request), mode, run.folder());
    m_hasMore = true;
}

void AttachSession::orderCheckpoint(const Frame& frame, CheckpointOrder::Deed deed)
{
    const auto request = parsed<CheckpointReference>(frame);
    if (m_checkpoints.size() >= kMaxCheckpointOrders || isTaken(frame.request))
        throw refusal(
            LOCKSTEP_TEXT("Too many checkpoints at the same time, or a request number that is in use."));
    m_checkpoints.emplace_back(frame.request, deed,
                               openOwnFolder(request.run, hostOf(request.run, request.host)),
                               request.checkpoint);
}

void AttachSession::measurePair(const Frame& frame)
{
    auto request = valueOrThrow(parsePairRequest(frame.payload), ExitCode::Usage);
    if (m_pairs.size() >= kMaxPairs || isTaken(frame.request))
        throw refusal(
            LOCKSTEP_TEXT("Too many measurements of the network, or a request number that is in use."));
    m_pairs.emplace_back(frame.request, std::move(request));
}

void AttachSession::cancel(std::uint32_t request)
{
    const auto stream = std::find_if(m_streams.begin(), m_streams.end(),
                                     [&](const FileStream& each) { return each.request() == request; });
    // One that has just ended by itself has had its answer.
    if (!isTaken(request))
        return;
    const EndedMessage ended{stream == m_streams.end() ? 0 : stream->offset()};
    m_channel.send({FrameType::Ended, request, toJson(ended)});
    if (stream != m_streams.end())
        m_streams.erase(stream);
    std::erase_if(m_watches, [&](const Watch& each) { return each.request == request; });
    m_answers.remove_if([&](const AnswerProcess& process) { return process.request() == request; });
    m_checkpoints.remove_if([&](const CheckpointOrder& order) { return order.request() == request; });
    m_pairs.remove_if([&](const PairOrder& pair) { return pair.request() == request; });
    m_dataOrders.remove_if([&](const DataOrder& order) { return order.request() == request; });
    m_surveys.remove_if([&](const HostSurvey& survey) { return survey.request() == request; });
}

} // namespace lockstep
