// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attach_session.h"

#include "engine/host/deployments.h"

#include <algorithm>
#include <optional>

/// What attach does about all that lies on the host.
namespace lockstep {
namespace {

constexpr std::size_t kMaxSurveys = 2;
constexpr std::size_t kMaxDataOrders = 16;

/// One run that cannot be read must not hide the others.
std::optional<RunState> listedState(const HostFolder& folder)
{
    try {
        return settledState(folder);
    } catch (const EngineError& error) {
        RunState state;
        state.run = folder.run();
        state.host = folder.host();
        state.phase = RunPhase::Failed;
        state.exitCode = static_cast<int>(ExitCode::Failure);
        state.message = error.error();
        return state;
    }
}

} // namespace

void AttachSession::list(std::uint32_t request)
{
    std::vector<RunState> states;
    for (const HostFolder& folder : openHostFolders()) {
        if (auto state = listedState(folder))
            states.push_back(std::move(*state));
    }
    std::sort(states.begin(), states.end(),
              [](const RunState& a, const RunState& b) { return a.startedMs > b.startedMs; });
    std::string payload = toJson(states);
    // The oldest are left out of an answer that would be too long for a frame.
    while (payload.size() > kMaxFramePayload) {
        states.resize(states.size() / 2);
        payload = toJson(states);
    }
    m_channel.send({FrameType::Runs, request, payload});
}

void AttachSession::remove(const Frame& frame)
{
    const auto request = valueOrThrow(parseMessage<RunReference>(frame.payload), ExitCode::Usage);
    const int host = hostOf(request.run, request.host);
    removeRun(openOwnFolder(request.run, host));
    const std::string removed =
        toJson(Error{LOCKSTEP_TEXT("The run %1 was removed from this host."), {request.run}, {}});
    const auto isOfRun = [&](const HostFolder& each) {
        return each.run() == request.run && each.host() == host;
    };
    std::erase_if(m_streams, [&](const FileStream& stream) {
        if (isOfRun(stream.folder()))
            m_channel.send({FrameType::Failed, stream.request(), removed});
        return isOfRun(stream.folder());
    });
    std::erase_if(m_watches, [&](const Watch& watch) {
        if (isOfRun(watch.run->folder()))
            m_channel.send({FrameType::Failed, watch.request, removed});
        return isOfRun(watch.run->folder());
    });
    m_checkpoints.remove_if([&](const CheckpointOrder& order) {
        if (isOfRun(order.folder()))
            m_channel.send({FrameType::Failed, order.request(), removed});
        return isOfRun(order.folder());
    });
    std::erase_if(m_runs, [&](const auto& each) { return isOfRun(each->folder()); });
    m_channel.send({FrameType::Done, frame.request, {}});
}

void AttachSession::survey(std::uint32_t request)
{
    if (m_surveys.size() >= kMaxSurveys || isTaken(request))
        throw refusal(
            LOCKSTEP_TEXT("Too many surveys at the same time, or a request number that is in use."));
    m_surveys.emplace_back(request);
}

/// The folder may be gone, so the request names the host.
void AttachSession::sweep(const Frame& frame)
{
    const auto request = valueOrThrow(parseMessage<RunReference>(frame.payload), ExitCode::Usage);
    sweepRun(request.run, request.host >= 0 ? request.host : hostOf(request.run, request.host));
    m_channel.send({FrameType::Done, frame.request, {}});
}

void AttachSession::withdraw(const Frame& frame)
{
    withdrawDeployment(valueOrThrow(parseMessage<DeploymentReference>(frame.payload), ExitCode::Usage));
    m_channel.send({FrameType::Done, frame.request, {}});
}

/// Takes a data set from another host, or gives it to one; each set is taken once at a time.
void AttachSession::copyData(const Frame& frame)
{
    auto request = valueOrThrow(parseDataCopyRequest(frame.payload), ExitCode::Usage);
    const bool takes = request.peer.port == 0;
    const bool isUnderWay = std::ranges::any_of(
        m_dataOrders, [&](const DataOrder& order) { return order.data() == request.data; });
    if (m_dataOrders.size() >= kMaxDataOrders || (takes && isUnderWay) || isTaken(frame.request))
        throw refusal(LOCKSTEP_TEXT("These data are being copied here, or too many others, or a request "
                                    "number that is in use."));
    if (takes)
        m_arrivals.erase(request.data); // of an earlier one, which nobody reads any more
    Arrival& arrival = m_arrivals.try_emplace(request.data).first->second;
    m_dataOrders.emplace_back(frame.request, std::move(request), arrival);
}

} // namespace lockstep
