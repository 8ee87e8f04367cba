// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/system_check.h"

#include "engine/protocol/byte_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

namespace {

constexpr std::int64_t kMega = 1'000'000;
/// Besides checkpoints: the engine, and journals, which grow by some hundred bytes a step.
constexpr std::int64_t kLeastDisk = 1000 * kMega;
/// The engine's own, before any model.
constexpr std::int64_t kMemoryOfARank = 256 * kMega;
/// What a rank holds open besides a connection to each other rank: data, journals, libraries.
constexpr std::int64_t kFilesOfARank = 128;
/// Besides a worker for each core: those that read data, and what libraries start.
constexpr std::int64_t kTasksOfARank = 16;
/// NCCL exchanges between GPUs of a host over /dev/shm.
constexpr std::int64_t kSharedMemoryOfAGpu = 32 * kMega;
/// A clock that is wrong spoils the times of logs and the order of runs, but no run.
constexpr auto kRightClock = std::chrono::seconds(60);

SystemVerdict lacking(Sentence found, Sentence remedy)
{
    return {false, std::move(found), std::move(remedy)};
}

class Judge {
public:
    Judge(const Topology& topology, std::size_t host, const HostReport& report, const HostExamined& examined,
          const HostNeeds& needs)
        : m_report(report), m_examined(examined), m_needs(needs),
          m_ranks(static_cast<std::int64_t>(topology.hosts[host].devices.size())),
          m_gpus(std::ranges::count(topology.hosts[host].devices, DeviceKind::Cuda, &Device::kind)),
          m_worldSize(static_cast<std::int64_t>(placeRanks(topology).size()))
    {
    }

    SystemVerdict verdict() const
    {
        for (const auto lack :
             {&Judge::disk, &Judge::roomForCheckpoints, &Judge::memory, &Judge::memoryOfModel,
              &Judge::memoryOfGpus, &Judge::files, &Judge::tasks, &Judge::shared}) {
            if (auto verdict = (this->*lack)())
                return *verdict;
        }
        return well();
    }

private:
    using Lack = std::optional<SystemVerdict>;

    Lack disk() const
    {
        if (m_report.diskFreeBytes == 0 || m_report.diskFreeBytes >= kLeastDisk)
            return std::nullopt;
        return lacking({LOCKSTEP_TEXT("Only %1 are free on the disk where runs are kept."),
                        {byteText(m_report.diskFreeBytes)}},
                       LOCKSTEP_TEXT("Make room there, or let LOCKSTEP_HOME name a folder on a larger disk: "
                                     "journals and checkpoints go there."));
    }

    Lack roomForCheckpoints() const
    {
        const std::int64_t need = kLeastDisk + m_needs.checkpointBytes;
        if (m_report.diskFreeBytes == 0 || m_report.diskFreeBytes >= need)
            return std::nullopt;
        return lacking(
            {LOCKSTEP_TEXT("%1 are free on the disk where runs are kept, but the checkpoints that stay "
                           "there take %2."),
             {byteText(m_report.diskFreeBytes), byteText(m_needs.checkpointBytes)}},
            LOCKSTEP_TEXT("Make room there, let LOCKSTEP_HOME name a folder on a larger disk, or keep "
                          "fewer checkpoints."));
    }

    Lack memory() const
    {
        if (m_report.memoryAvailableBytes == 0 || m_report.memoryAvailableBytes >= m_ranks * kMemoryOfARank)
            return std::nullopt;
        return lacking({LOCKSTEP_TEXT("Only %1 of memory are free for %2 ranks."),
                        {byteText(m_report.memoryAvailableBytes), std::to_string(m_ranks)}},
                       LOCKSTEP_TEXT("End what else runs there, or draw fewer ranks on this host."));
    }

    /// What is free now may change until a run begins; what is built in does not.
    Lack memoryOfModel() const
    {
        const std::int64_t need = m_needs.memoryBytes + m_ranks * kMemoryOfARank;
        if (m_needs.memoryBytes == 0 || m_report.memoryBytes == 0 || m_report.memoryBytes >= need)
            return std::nullopt;
        return lacking(
            {LOCKSTEP_TEXT("Its ranks need about %1 of memory for this model, but it has %2."),
             {byteText(need), byteText(m_report.memoryBytes)}},
            LOCKSTEP_TEXT("Choose a smaller batch, draw fewer ranks on this host, or compute the batch "
                          "in pieces (Accumulate)."));
    }

    Lack memoryOfGpus() const
    {
        for (const GpuReport& gpu : m_report.gpus) {
            const auto need = m_needs.gpuBytes.find(gpu.index);
            if (need == m_needs.gpuBytes.end() || gpu.memoryBytes == 0 || gpu.memoryBytes >= need->second)
                continue;
            return lacking(
                {LOCKSTEP_TEXT("cuda:%1 has %2 of memory, but this model needs about %3 there."),
                 {std::to_string(gpu.index), byteText(gpu.memoryBytes), byteText(need->second)}},
                LOCKSTEP_TEXT("Choose a smaller batch, draw fewer ranks on this GPU, or compute the "
                              "batch in pieces (Accumulate)."));
        }
        return std::nullopt;
    }

    Lack files() const
    {
        const std::int64_t most = m_examined.conditions.openFiles;
        const std::int64_t need = kFilesOfARank + m_worldSize;
        if (most == 0 || most >= need)
            return std::nullopt;
        return lacking(
            {LOCKSTEP_TEXT("A process may have %1 files open, but a rank among %2 needs %3."),
             {std::to_string(most), std::to_string(m_worldSize), std::to_string(need)}},
            LOCKSTEP_TEXT("Raise the limit of open files for this user: \"nofile\" in "
                          "/etc/security/limits.conf, or ulimit -n in the shell's start-up file."));
    }

    Lack tasks() const
    {
        const std::int64_t left = m_examined.conditions.tasksLeft;
        const std::int64_t need = m_ranks * (kTasksOfARank + m_report.cores);
        if (left < 0 || left >= need)
            return std::nullopt;
        return lacking({LOCKSTEP_TEXT("Only %1 more processes and threads may begin, but %2 ranks need %3."),
                        {std::to_string(left), std::to_string(m_ranks), std::to_string(need)}},
                       LOCKSTEP_TEXT("Raise the limit of processes for this user (\"nproc\" in "
                                     "/etc/security/limits.conf, or that of the container), or end what else "
                                     "runs there."));
    }

    Lack shared() const
    {
        const std::int64_t free = m_examined.conditions.sharedMemoryFreeBytes;
        if (m_gpus < 2 || free >= m_gpus * kSharedMemoryOfAGpu)
            return std::nullopt;
        return lacking(
            {LOCKSTEP_TEXT("Only %1 are free in /dev/shm, over which the %2 GPUs of this host "
                           "exchange gradients."),
             {byteText(std::max<std::int64_t>(0, free)), std::to_string(m_gpus)}},
            LOCKSTEP_TEXT("Make it larger: mount -o remount,size=1G /dev/shm, or --shm-size=1g for "
                          "a Docker container."));
    }

    /// Told and no more: whether they are still wanted for something is for a person to judge.
    SystemVerdict leftovers() const
    {
        constexpr std::size_t kNamed = 3;
        int processes = 0;
        std::string runs;
        for (std::size_t i = 0; i < m_examined.left.size(); ++i) {
            processes += m_examined.left[i].processes;
            if (i < kNamed)
                runs += (i == 0 ? "" : ", ") + m_examined.left[i].state.run;
        }
        if (m_examined.left.size() > kNamed)
            runs += ", ...";
        return {true,
                {LOCKSTEP_TEXT("Processes that ended runs have left are still there: %1, of %2."),
                 {std::to_string(processes), runs}},
                LOCKSTEP_TEXT("They hold memory, and GPUs too. \"Runs on hosts\" in the menu Run, or "
                              "lockstep hosts in a terminal, lists them and ends them.")};
    }

    /// Enough is built in, but others have it at present: told and no more, for they may be gone when a run
    /// begins.
    Lack takenMemory() const
    {
        const auto remedy =
            LOCKSTEP_TEXT("Others use the rest at present. Unless they end before the run begins, "
                          "its ranks may find no room.");
        if (m_needs.memoryBytes > m_report.memoryAvailableBytes && m_report.memoryAvailableBytes > 0)
            return SystemVerdict{
                true,
                {LOCKSTEP_TEXT("Its ranks need about %1 of memory for this model; %2 are free now."),
                 {byteText(m_needs.memoryBytes), byteText(m_report.memoryAvailableBytes)}},
                remedy};
        for (const GpuReport& gpu : m_report.gpus) {
            const auto need = m_needs.gpuBytes.find(gpu.index);
            if (need == m_needs.gpuBytes.end() || gpu.memoryBytes == 0 || !gpu.state.usedBytes)
                continue;
            const auto free = gpu.memoryBytes - static_cast<std::int64_t>(*gpu.state.usedBytes);
            if (need->second > free)
                return SystemVerdict{
                    true,
                    {LOCKSTEP_TEXT("cuda:%1 has %2 of memory free now, and this model needs about "
                                   "%3 there."),
                     {std::to_string(gpu.index), byteText(std::max<std::int64_t>(0, free)),
                      byteText(need->second)}},
                    remedy};
        }
        return std::nullopt;
    }

    SystemVerdict well() const
    {
        SystemVerdict verdict;
        verdict.found = {LOCKSTEP_TEXT("%1 free on the disk, %2 of memory."),
                         {byteText(m_report.diskFreeBytes), byteText(m_report.memoryAvailableBytes)}};
        if (!m_examined.left.empty())
            return leftovers();
        if (const auto taken = takenMemory())
            return *taken;
        const auto off = std::max(m_examined.ahead, -m_examined.ahead) - m_examined.doubt;
        if (off <= kRightClock)
            return verdict;
        const std::string seconds =
            std::to_string(std::chrono::duration_cast<std::chrono::seconds>(off).count());
        verdict.found = {m_examined.ahead.count() > 0
                             ? LOCKSTEP_TEXT("Its clock is %1 s ahead of this computer's.")
                             : LOCKSTEP_TEXT("Its clock is %1 s behind this computer's."),
                         {seconds}};
        verdict.remedy =
            LOCKSTEP_TEXT("Runs do not mind, but the times in its logs are wrong: switch on time "
                          "synchronisation (timedatectl set-ntp true).");
        return verdict;
    }

    const HostReport& m_report;
    const HostExamined& m_examined;
    const HostNeeds& m_needs;
    const std::int64_t m_ranks;
    const std::int64_t m_gpus;
    const std::int64_t m_worldSize;
};

} // namespace

HostExamined examinedOf(const HostAnswered& answered, std::chrono::system_clock::time_point asked)
{
    if (answered.error)
        return {.error = answered.error};
    const auto conditions =
        parseHostConditions({answered.answer.constData(), static_cast<std::size_t>(answered.answer.size())});
    if (!conditions)
        return {.error = conditions.error()};
    using std::chrono::milliseconds;
    const auto now = std::chrono::system_clock::now();
    const auto doubt = std::chrono::duration_cast<milliseconds>((now - asked) / 2);
    const auto middle = std::chrono::duration_cast<milliseconds>(asked.time_since_epoch()) + doubt;
    return {.conditions = *conditions, .ahead = milliseconds(conditions->wallMs) - middle, .doubt = doubt};
}

std::vector<KeptRun> leftoversOf(const HostAnswered& answered)
{
    auto kept = parseMessage<HostInventory>(
        {answered.answer.constData(), static_cast<std::size_t>(answered.answer.size())});
    if (answered.error || !kept)
        return {};
    std::erase_if(kept->runs, [](const KeptRun& run) { return !run.hasLeftProcesses(); });
    return std::move(kept->runs);
}

SystemVerdict judgeSystem(const Topology& topology, std::size_t host, const HostReport& report,
                          const HostExamined& examined, const HostNeeds& needs)
{
    return Judge(topology, host, report, examined, needs).verdict();
}

} // namespace lockstep
