// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_survey.h"

#include "engine/host/control_server.h"
#include "engine/host/deployments.h"
#include "engine/host/run_store.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace lockstep {
namespace {

constexpr auto kProgressInterval = std::chrono::milliseconds(100);
constexpr auto kSweepTime = std::chrono::seconds(3);
/// Of an answer, so that what is around the runs has room as well.
constexpr std::size_t kRunBytes = kMaxFramePayload / 4 * 3;

std::string runFolderPath(const std::string& run, int host)
{
    return lockstepHome() + "/runs/" + run + "/" + hostFolder(host);
}

RunState failed(std::string run, int host, Sentence message)
{
    RunState state;
    state.run = std::move(run);
    state.host = host;
    state.phase = RunPhase::Failed;
    state.exitCode = static_cast<int>(ExitCode::Failure);
    state.message = std::move(message);
    return state;
}

/// One run that cannot be read must not hide the others.
RunState stateOf(const HostFolder& folder)
{
    try {
        if (auto state = settledState(folder))
            return std::move(*state);
    } catch (const EngineError& error) {
        return failed(folder.run(), folder.host(), error.error());
    }
    RunState state =
        failed(folder.run(), folder.host(), LOCKSTEP_TEXT("The run never came to its first state here."));
    if (connectControl(folder)) {
        state.phase = RunPhase::Submitted;
        state.exitCode = 0;
        state.message = {};
    }
    return state;
}

/// Processes whose run folder is gone: somebody deleted it under them.
std::optional<KeptRun> strayOf(const std::string& path, int processes)
{
    const std::filesystem::path folder(path);
    const std::string run = folder.parent_path().filename().string();
    const auto host = hostOfFolder(folder.filename().string());
    std::error_code ignored;
    if (!host || !isRunId(run) || path != runFolderPath(run, *host) ||
        std::filesystem::symlink_status(folder, ignored).type() != std::filesystem::file_type::not_found)
        return std::nullopt;
    return KeptRun{
        failed(run, *host, LOCKSTEP_TEXT("The folder of this run is gone, but processes of it are left.")),
        processes, 0};
}

/// Those whose supervisors have died are settled here, so their processes are counted afterwards.
std::vector<KeptRun> keptRuns()
{
    std::vector<KeptRun> runs;
    for (const HostFolder& folder : openHostFolders()) {
        if (!holdsRun(folder))
            continue;
        runs.push_back({stateOf(folder), 0, 0});
        runs.back().state.files.clear();
    }
    return runs;
}

void addProcesses(std::vector<KeptRun>& runs, const std::vector<HomeProcess>& processes)
{
    std::map<std::string, int> marks; // by run folder
    for (const HomeProcess& process : processes)
        if (!process.runFolder.empty())
            ++marks[process.runFolder];
    for (KeptRun& kept : runs)
        if (const auto mark = marks.extract(runFolderPath(kept.state.run, kept.state.host)))
            kept.processes = mark.mapped();
    for (const auto& [path, count] : marks)
        if (auto stray = strayOf(path, count))
            runs.push_back(std::move(*stray));
}

/// Leaves the oldest out where they would not fit.
void cut(HostInventory& inventory)
{
    std::size_t bytes = 0;
    const auto last = std::ranges::find_if(inventory.runs, [&bytes](const KeptRun& kept) {
        bytes += toJson(kept.state).size() + 64;
        return bytes > kRunBytes;
    });
    inventory.omitted = static_cast<int>(inventory.runs.end() - last);
    inventory.runs.erase(last, inventory.runs.end());
}

} // namespace

HostSurvey::HostSurvey(std::uint32_t request) : m_request(request)
{
    m_inventory.runs = keptRuns();
    const std::vector<HomeProcess> processes = homeProcesses(lockstepHome());
    addProcesses(m_inventory.runs, processes);
    std::ranges::stable_sort(m_inventory.runs, std::greater(),
                             [](const KeptRun& kept) { return kept.state.startedMs; });
    m_inventory.deployments = keptDeployments(processes);
    weighAll();
}

void HostSurvey::weighAll()
{
    for (KeptRun& kept : m_inventory.runs)
        m_left.push_back({FolderWeight(runFolderPath(kept.state.run, kept.state.host)), &kept.bytes});
    for (Deployment& deployment : m_inventory.deployments)
        m_left.push_back({FolderWeight(deploymentPath(deployment.reference)), &deployment.bytes});
}

std::optional<Frame> HostSurvey::advance()
{
    if (m_left.empty()) {
        m_over = true;
        return answer();
    }
    Weighed& next = m_left.front();
    if (!next.weight.over()) {
        next.weight.advance();
    } else {
        m_weighed += * next.bytes = next.weight.bytes();
        m_left.pop_front();
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - m_told < kProgressInterval || m_left.empty())
        return std::nullopt;
    m_told = now;
    return Frame{FrameType::Progressed, m_request,
                 toJson(ProgressMessage{m_weighed + m_left.front().weight.bytes(), 0})};
}

Frame HostSurvey::answer()
{
    cut(m_inventory);
    return {FrameType::Surveyed, m_request, toJson(m_inventory)};
}

void sweepRun(const std::string& run, int host)
{
    if (const auto folder = HostFolder::open(run, host)) {
        const auto state = belongsToThisMachine(*folder) ? settledState(*folder) : std::nullopt;
        if (!state || !hasEnded(state->phase))
            throw refusal(LOCKSTEP_TEXT("The run %1 goes on here. Stop it, which ends its processes too."),
                          {run});
    }
    const std::string mark = std::string(kRunMark) + runFolderPath(run, host);
    const auto left = sweepProcesses(SweepScope::Marked, mark, Clock::now() + kSweepTime);
    if (!left.empty())
        throw refusal(LOCKSTEP_TEXT("%1 processes of the run %2 cannot be killed; they wait inside the "
                                    "system, as on a broken disk or GPU."),
                      {std::to_string(left.size()), run});
}

} // namespace lockstep
