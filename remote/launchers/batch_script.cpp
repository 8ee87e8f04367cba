// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/batch_script.h"

#include "engine/protocol/process_placement.h"
#include "remote/launchers/shell_words.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::string_view kAllocation = "Nodes: ";

/// A line of options within the script. Schedulers split it into words as they please, so it ends at the
/// first control character, of which no option has any.
std::string directive(const std::string& mark, const std::string& option)
{
    const auto end = std::ranges::find_if(option, [](unsigned char c) { return c < ' '; });
    return mark + " " + std::string(option.begin(), end) + "\n";
}

std::string superviseCommand(const BatchJob& job)
{
    return shellCommand(
        {job.engine, "supervise", job.document, "--run", job.run, "--token-file", job.tokenFile});
}

std::string slurmScript(const BatchJob& job)
{
    std::string script = "#!/bin/sh\n";
    std::vector<std::string> options{
        "--job-name=" + job.run, "--nodes=" + std::to_string(job.hosts), "--ntasks-per-node=1", "--exclusive",
        // A minute before the end of its time: enough for a checkpoint.
        "--signal=TERM@60", "--requeue", "--open-mode=append", "--output=\"" + job.logFile + "\""};
    if (job.gpusPerHost > 0)
        options.push_back("--gpus-per-node=" + std::to_string(job.gpusPerHost));
    options.insert(options.end(), job.options.begin(), job.options.end());
    for (const std::string& option : options)
        script += directive("#SBATCH", option);
    // The script runs on the first node, which is that of the first supervisor. That one failed says nothing
    // of the others: they agree on the cause among themselves.
    return script + "\necho \"" + std::string(kAllocation) + "$SLURM_JOB_NODELIST\"\n" +
           "MASTER_ADDR=${MASTER_ADDR:-$(hostname)}\nexport MASTER_ADDR\nexec srun "
           "--kill-on-bad-exit=0 " +
           superviseCommand(job) + "\n";
}

/// One slot in a queue: the supervisor is a child of the script, which passes on that the end is near.
std::string besideTheScript(const BatchJob& job)
{
    return "\necho \"" + std::string(kAllocation) + "$(hostname)\"\n" +
           "trap 'kill -TERM $supervisor' TERM USR1 USR2\n" + superviseCommand(job) + R"( $resume &
supervisor=$!
wait $supervisor
result=$?
while kill -0 $supervisor 2>/dev/null; do # it was a signal that ended the wait
  wait $supervisor
  result=$?
done
exit $result
)";
}

/// qrsh puts its words together for a shell of the host, as ssh does.
std::string onEachHost(const BatchJob& job)
{
    return "\nsupervise=" + shellWord(superviseCommand(job)) + R"(
# $PE_HOSTFILE has a line for each host.
hosts=$(cut -d ' ' -f 1 "$PE_HOSTFILE")
echo ")" + std::string(kAllocation) +
           R"("$hosts
MASTER_ADDR=$(echo "$hosts" | head -n 1)
rank=0
supervisors=
for host in $hosts; do
  qrsh -inherit -nostdin "$host" \
    "env RANK=$rank WORLD_SIZE=)" +
           std::to_string(job.hosts) +
           R"( MASTER_ADDR=$MASTER_ADDR ${LOCKSTEP_HOME:+LOCKSTEP_HOME=$LOCKSTEP_HOME} $supervise $resume" &
  supervisors="$supervisors $!"
  rank=$((rank + 1))
done
trap 'kill -TERM $supervisors' TERM USR1 USR2
result=0
for supervisor in $supervisors; do
  wait $supervisor
  ended=$?
  while kill -0 $supervisor 2>/dev/null; do # it was a signal that ended the wait
    wait $supervisor
    ended=$?
  done
  [ $ended -eq 0 ] || result=$ended
done
exit $result
)";
}

std::string gridEngineScript(const BatchJob& job)
{
    std::string script = "#!/bin/sh\n";
    std::vector<std::string> options{"-N lockstep-" + job.run, "-S /bin/sh", "-j y", "-notify", "-r y",
                                     "-o " + job.logFile};
    if (!job.parallelEnvironment.empty())
        options.push_back("-pe " + job.parallelEnvironment + " " + std::to_string(job.hosts));
    options.insert(options.end(), job.options.begin(), job.options.end());
    for (const std::string& option : options)
        script += directive("#$", option);
    script += "\nresume=\n[ \"${RESTARTED:-0}\" = 0 ] || resume='--resume latest'\n";
    return script + (job.parallelEnvironment.empty() ? besideTheScript(job) : onEachHost(job));
}

} // namespace

std::string allocatedNodes(std::string_view log)
{
    const std::string mark = "\n" + std::string(kAllocation);
    log = log.substr(0, log.rfind('\n') + 1); // whole lines alone
    const std::string lines = "\n" + std::string(log);
    const auto at = lines.rfind(mark);
    if (at == std::string::npos)
        return {};
    const auto begin = at + mark.size();
    return lines.substr(begin, lines.find('\n', begin) - begin);
}

BatchJob batchJob(const Experiment& experiment)
{
    BatchJob job;
    const auto placements = placeProcesses(experiment);
    job.hosts = static_cast<int>(hostsOf(placements).size());
    std::map<std::size_t, int> gpus;
    for (const Placement& placement : placements)
        if (placement.device.kind == DeviceKind::Cuda)
            job.gpusPerHost = std::max(job.gpusPerHost, ++gpus[placement.host]);
    return job;
}

std::string batchScript(Scheduler scheduler, const BatchJob& job)
{
    return scheduler == Scheduler::Slurm ? slurmScript(job) : gridEngineScript(job);
}

} // namespace lockstep
