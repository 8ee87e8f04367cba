// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/hand_commands.h"

#include "engine/protocol/process_placement.h"
#include "engine/protocol/run_files.h"
#include "remote/bundle/bundle.h"
#include "remote/launchers/shell_words.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace lockstep {

namespace {

using Words = std::vector<std::string>;

/// A bundle that is not built yet will have the one of this kind of computer.
std::string loaderOf(const std::string& folder)
{
    const auto bundle = readBundle(QString::fromStdString(folder));
    return bundle ? bundle->loader : "lib/ld-linux-x86-64.so.2";
}

class HandRun {
public:
    HandRun(const Experiment& experiment, const HandPlaces& places)
        : m_experiment(experiment), m_places(places), m_placements(placeProcesses(experiment)),
          m_token(places.run + ".token"), m_loader(loaderOf(places.bundle))
    {
        for (const std::size_t host : hostsOf(m_placements))
            m_hosts.push_back(host);
    }

    std::vector<HandCommands> all() const
    {
        if (m_hosts.empty())
            return {};
        std::vector<HandCommands> commands{
            {HandStep::Token, {"(umask 077; openssl rand -hex 32 > " + m_token + ")"}},
            {HandStep::Copy, copies()},
            {HandStep::Start, starts()},
            {HandStep::Follow, {onHost(m_hosts.front(), follow())}},
            {HandStep::Stop, {onHost(m_hosts.front(), stop())}},
            {HandStep::Srun, {srun()}},
            {HandStep::Mpirun, {mpirun()}},
            {HandStep::Torchrun, torchruns()},
            {HandStep::Yarn, {yarn()}}};
        for (HandCommands& each : commands)
            std::erase(each.lines, std::string());
        std::erase_if(commands, [](const HandCommands& each) { return each.lines.empty(); });
        return commands;
    }

private:
    const Host& host(std::size_t index) const { return m_experiment.topology.hosts[index]; }
    bool isHere(std::size_t index) const { return host(index).connection == Connection::Local; }

    std::string login(std::size_t index) const
    {
        const Host& drawn = host(index);
        return drawn.user.empty() ? drawn.address : drawn.user + "@" + drawn.address;
    }

    /// scp takes what follows the first colon for a path.
    std::string copyTarget(std::size_t index, const std::string& path) const
    {
        const Host& drawn = host(index);
        if (drawn.address.find(':') == std::string::npos)
            return login(index) + ":" + path;
        return (drawn.user.empty() ? "" : drawn.user + "@") + "[" + drawn.address + "]:" + path;
    }

    /// On the host below its log-in folder.
    std::string folder() const { return ".lockstep/by-hand/" + m_places.run; }

    /// The same command there as here: a shell of the host reads it once more.
    std::string onHost(std::size_t index, const std::string& command) const
    {
        if (isHere(index))
            return command;
        return shellCommand({"ssh", "-p", std::to_string(host(index).port), "--", login(index), command});
    }

    Words copies() const
    {
        Words lines;
        for (const std::size_t index : m_hosts) {
            if (isHere(index))
                continue;
            const Words scp{"scp", "-p", "-P", std::to_string(host(index).port)};
            const auto copy = [&](const Words& what, const std::string& to) {
                Words words = scp;
                words.insert(words.end(), what.begin(), what.end());
                words.push_back(copyTarget(index, to));
                lines.push_back(shellCommand(words));
            };
            lines.push_back(onHost(index, "mkdir -p " + folder()));
            copy({"-r", "--", m_places.bundle}, folder() + "/engine");
            copy({"--", m_places.document}, folder() + "/experiment.lockstep.json");
            copy({"--", m_token}, folder() + "/token");
        }
        return lines;
    }

    /// Of the first host, as the others reach it.
    std::string master() const
    {
        return isHere(m_hosts.front()) ? m_places.thisHost : host(m_hosts.front()).address;
    }

    Words supervise(std::size_t index) const
    {
        Words words;
        if (isHere(index))
            words = {m_places.engine, "supervise", m_places.document};
        else
            words = {"engine/" + m_loader,     "--library-path", "engine/lib",
                     "engine/lockstep-engine", "supervise",      "experiment.lockstep.json"};
        words.insert(words.end(), {"--run", m_places.run});
        words.insert(words.end(), {"--token-file", isHere(index) ? m_token : "token"});
        return words;
    }

    /// In the background, as all of them wait for one another.
    Words starts() const
    {
        Words lines;
        for (std::size_t number = 0; number < m_hosts.size(); ++number) {
            std::string command;
            if (m_hosts.size() > 1)
                command = "RANK=" + std::to_string(number) + " WORLD_SIZE=" + std::to_string(m_hosts.size()) +
                          " MASTER_ADDR=" + shellWord(master()) + " ";
            command += shellCommand(supervise(m_hosts[number]));
            if (!isHere(m_hosts[number]))
                command = "cd " + folder() + " && " + command;
            lines.push_back(onHost(m_hosts[number], command) + " &");
        }
        return lines;
    }

    /// LOCKSTEP_HOME on the host may say otherwise.
    std::string runFolder() const
    {
        return std::string(isHere(m_hosts.front()) ? "~/" : "") + ".lockstep/runs/" + m_places.run + "/" +
               hostFolder(static_cast<int>(m_hosts.front()));
    }

    std::string follow() const { return "tail -n +1 -F " + runFolder() + "/" + rankLog(1, 0); }

    /// The brackets keep the pattern from matching the command that looks for it.
    std::string stop() const { return "pkill -TERM -f " + shellWord("[s]upervise .*--run " + m_places.run); }

    std::string srun() const
    {
        return shellCommand({"srun", "--nodes=" + std::to_string(m_hosts.size()), "--ntasks-per-node=1",
                             m_places.engine, "supervise", m_places.document, "--run", m_places.run,
                             "--token-file", m_token});
    }

    std::size_t ranksOn(std::size_t index) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_placements, [&](const Placement& placement) {
            return placement.host == index && placement.role == Role::Rank;
        }));
    }
    bool hasServers() const
    {
        return std::ranges::any_of(m_placements,
                                   [](const Placement& each) { return each.role == Role::Server; });
    }

    Words train() const
    {
        return {m_places.engine, "train", m_places.document, "--run-folder", m_places.run,
                "--token-file",  m_token};
    }

    /// Empty where the strategy has servers, which only a supervisor starts.
    std::string mpirun() const
    {
        if (hasServers())
            return {};
        Words words{"mpirun", "-np", std::to_string(m_placements.size())};
        if (m_hosts.size() > 1) {
            std::string list;
            for (const std::size_t index : m_hosts)
                list += (list.empty() ? "" : ",") +
                        (isHere(index) ? m_places.thisHost : host(index).address) + ":" +
                        std::to_string(ranksOn(index));
            words.insert(words.end(), {"--host", list, "-x", "MASTER_ADDR=" + master()});
        }
        const Words rest = train();
        words.insert(words.end(), rest.begin(), rest.end());
        return shellCommand(words);
    }

    /// One on each host; torchrun starts as many ranks on all of them.
    Words torchruns() const
    {
        const std::size_t each = ranksOn(m_hosts.front());
        const bool isEven =
            std::ranges::all_of(m_hosts, [&](std::size_t index) { return ranksOn(index) == each; });
        if (hasServers() || !isEven)
            return {};
        Words lines;
        for (std::size_t number = 0; number < m_hosts.size(); ++number) {
            Words words{"torchrun", "--no_python", "--nproc_per_node=" + std::to_string(each)};
            if (m_hosts.size() > 1)
                words.insert(words.end(),
                             {"--nnodes=" + std::to_string(m_hosts.size()),
                              "--node_rank=" + std::to_string(number), "--master_addr=" + master()});
            const Words rest = train();
            words.insert(words.end(), rest.begin(), rest.end());
            lines.push_back(shellCommand(words));
        }
        return lines;
    }

    /// A container for each rank. YARN chooses their nodes, so the first rank tells the others where it is,
    /// in the folder that they share.
    std::string yarn() const
    {
        const std::filesystem::path folder = std::filesystem::path(m_places.document).parent_path();
        if (hasServers() || !folder.is_absolute())
            return {};
        const std::string master = shellWord(m_places.run + ".master");
        const std::string inContainer =
            "cd " + shellWord(folder.string()) +
            " || exit 1; [ $DMLC_TASK_ID != 0 ] || echo $DMLC_NODE_HOST > " + master +
            "; n=0; while [ ! -s " + master +
            " ] && [ $n -lt 60 ]; do sleep 1; n=$((n+1)); done; exec env RANK=$DMLC_TASK_ID "
            "WORLD_SIZE=$DMLC_NUM_WORKER LOCAL_RANK=0 LOCAL_WORLD_SIZE=1 MASTER_ADDR=$(cat " +
            master + ") " + shellCommand(train());
        // Three times on its way the tracker puts the words together again for a shell. One that is started
        // twice is not the rank that the others wait for.
        return "DMLC_MAX_ATTEMPT=1 " +
               shellCommand(
                   {"dmlc-submit", "--cluster=yarn", "--num-workers=" + std::to_string(m_placements.size()),
                    "--worker-cores=" + std::to_string(m_places.containerCores),
                    "--worker-memory=" + std::to_string(m_places.containerMebibytes) + "m",
                    "--jobname=" + m_places.run, "sh", "-c", shellWord(shellWord(shellWord(inContainer)))});
    }

    const Experiment& m_experiment;
    const HandPlaces& m_places;
    std::vector<Placement> m_placements;
    std::vector<std::size_t> m_hosts; ///< that take part, ascending
    std::string m_token;
    std::string m_loader;
};

} // namespace

std::vector<HandCommands> handCommands(const Experiment& experiment, const HandPlaces& places)
{
    return HandRun(experiment, places).all();
}

} // namespace lockstep
