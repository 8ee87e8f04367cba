// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/host_list.h"

#include "app/document/host_word.h"
#include "app/document/node_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace lockstep {

namespace {

constexpr std::size_t kMaxBytes = 1u << 20;
constexpr std::string_view kSpace = " \t\r\v\f";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    while (!(line = trimmed(line)).empty()) {
        words.push_back(line.substr(0, line.find_first_of(kSpace)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

std::optional<int> countIn(std::string_view digits)
{
    int number = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (failure != std::errc{} || end != digits.data() + digits.size() || number < 1 ||
        number > kMaxRanksListed)
        return std::nullopt;
    return number;
}

Error notOneHost(std::string_view word)
{
    return {LOCKSTEP_TEXT("Found “%1” behind the host; expected one host a line, such as user@host:port."),
            {std::string(word)},
            ""};
}

/// What stands behind a host: slots=4, or Grid Engine's "4 queue@host <NULL>". 1 where nothing does.
Result<int> ranksBehind(const std::vector<std::string_view>& words, std::size_t first)
{
    constexpr std::size_t kGridEngineWords = 4;
    constexpr std::array<std::string_view, 4> kKeys{"slots", "max_slots", "max-slots", "sockets"};
    if (first < words.size() && countIn(words[first]) && words.size() <= first + kGridEngineWords - 1)
        return *countIn(words[first]);
    int ranks = 1;
    for (std::size_t i = first; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        const std::string_view key = words[i].substr(0, equals);
        if (equals == std::string_view::npos || std::ranges::find(kKeys, key) == kKeys.end())
            return notOneHost(words[i]);
        if (key != "slots")
            continue; // the others bind nobody here
        const auto count = countIn(words[i].substr(equals + 1));
        if (!count)
            return Error{LOCKSTEP_TEXT("Found slots=%1, expected a whole number from 1 to %2."),
                         {std::string(words[i].substr(equals + 1)), std::to_string(kMaxRanksListed)},
                         ""};
        ranks = *count;
    }
    return ranks;
}

/// The counts of "2(x3),1": 2, 2, 2, 1. Empty when it is no such list.
std::vector<int> taskCounts(std::string_view list)
{
    std::vector<int> counts;
    for (const std::string_view part : splitNodeList(list)) {
        const std::size_t open = part.find("(x");
        const auto count = countIn(part.substr(0, open));
        const auto times = open == std::string_view::npos
                               ? std::optional(1)
                               : countIn(part.substr(open + 2, part.size() - open - 3));
        if (!count || !times || counts.size() + static_cast<std::size_t>(*times) > kMaxHosts)
            return {};
        counts.insert(counts.end(), static_cast<std::size_t>(*times), *count);
    }
    return counts;
}

class ListReader {
public:
    HostList read(std::string_view text);

private:
    void takeLine(std::string_view line);
    bool takeVariable(std::string_view line);
    Result<void> takeHosts(const std::vector<std::string_view>& words);
    Result<void> takeExpression(std::string_view expression, int ranks, std::optional<int> port);
    Result<void> add(ListedHost listed);
    void spreadTasks();

    HostList m_list;
    int m_line = 0;
    std::vector<std::size_t> m_added; ///< indices of the hosts of this line
    std::string m_nodeList;           ///< Slurm's, which stands under two names in an environment
    std::vector<std::size_t> m_nodes; ///< indices of its hosts
    std::vector<int> m_tasks;         ///< of these, which may stand before them
    struct {
        std::string value;
        int line = 0; ///< 0: not told
    } m_told;         ///< what the tasks were read from
};

HostList ListReader::read(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::string_view whole = text.substr(0, kMaxBytes);
    for (std::size_t begin = 0; begin < whole.size() && m_list.hosts.size() < kMaxHosts;) {
        const std::size_t end = std::min(whole.find('\n', begin), whole.size());
        ++m_line;
        takeLine(whole.substr(begin, end - begin));
        begin = end + 1;
    }
    if (text.size() > kMaxBytes)
        m_list.problems.push_back(
            {m_line, {LOCKSTEP_TEXT("The list goes on past 1 MiB; the rest was not read."), {}, ""}});
    spreadTasks();
    return std::move(m_list);
}

void ListReader::takeLine(std::string_view line)
{
    m_added.clear();
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty() || takeVariable(line))
        return;
    if (const auto taken = takeHosts(wordsOf(line)); !taken)
        m_list.problems.push_back({m_line, taken.error()});
}

/// What `printenv` and `scontrol show job` print within an allocation.
bool ListReader::takeVariable(std::string_view line)
{
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.find_first_of(kSpace) < equals)
        return false;
    const std::string_view name = line.substr(0, equals);
    const std::string_view value = line.substr(equals + 1);
    if (name == "SLURM_TASKS_PER_NODE") {
        m_tasks = taskCounts(value);
        m_told = {std::string(value), m_line};
    } else if (name == "SLURM_JOB_NODELIST" || name == "SLURM_NODELIST" || name == "NodeList") {
        if (value == m_nodeList || value == "(null)")
            return true;
        m_nodeList = value;
        if (const auto taken = takeExpression(value, 1, std::nullopt); !taken)
            m_list.problems.push_back({m_line, taken.error()});
        m_nodes = m_added;
    } else {
        return name.starts_with("SLURM_");
    }
    return true;
}

Result<void> ListReader::takeHosts(const std::vector<std::string_view>& words)
{
    std::size_t next = words.front() == "ssh" && words.size() > 1 ? 1 : 0;
    std::optional<int> port;
    if (words[next] == "-p" && words.size() > next + 2) {
        port = portIn(words[next + 1]);
        if (!port)
            return Error{LOCKSTEP_TEXT("Found port %1, expected a whole number from 1 to 65535."),
                         {std::string(words[next + 1])},
                         ""};
        next += 2;
    }
    const std::string_view hosts = words[next++];
    if (!port && words.size() == next + 2 && words[next] == "-p") {
        port = portIn(words[next + 1]);
        next += port ? 2 : 0;
    }
    const auto ranks = ranksBehind(words, next);
    if (!ranks)
        return ranks.error();
    return takeExpression(hosts, *ranks, port);
}

Result<void> ListReader::takeExpression(std::string_view expression, int ranks, std::optional<int> port)
{
    for (const std::string_view part : splitNodeList(expression)) {
        const auto word = readHostWord(part);
        if (!word)
            return word.error();
        for (ListedHost listed : *word) {
            listed.ranks = std::max(listed.ranks, ranks);
            listed.port = port.value_or(listed.port);
            if (const auto added = add(std::move(listed)); !added)
                return added.error();
        }
    }
    return {};
}

/// A host that is there already gets more ranks, as in a list with a line for each of them.
Result<void> ListReader::add(ListedHost listed)
{
    const auto same = std::ranges::find_if(m_list.hosts, [&](const Host& host) {
        return host.address == listed.address && host.user == listed.user && host.port == listed.port;
    });
    const auto at = static_cast<std::size_t>(same - m_list.hosts.begin());
    if (same == m_list.hosts.end()) {
        if (m_list.hosts.size() == kMaxHosts)
            return Error{LOCKSTEP_TEXT("More than %1 hosts, which is the most that a drawing holds."),
                         {std::to_string(kMaxHosts)},
                         ""};
        Host host;
        host.name = host.address = listed.address;
        host.user = listed.user;
        host.port = listed.port;
        m_list.hosts.push_back(std::move(host));
    }
    std::vector<Device>& devices = m_list.hosts[at].devices;
    devices.resize(std::min(devices.size() + static_cast<std::size_t>(listed.ranks),
                            static_cast<std::size_t>(kMaxRanksListed)));
    m_added.push_back(at);
    return {};
}

void ListReader::spreadTasks()
{
    if (m_told.line == 0)
        return;
    if (m_tasks.size() != m_nodes.size()) {
        m_list.problems.push_back(
            {m_told.line,
             {LOCKSTEP_TEXT("Found SLURM_TASKS_PER_NODE=%1, expected a number for each of the %2 nodes of "
                            "SLURM_JOB_NODELIST, such as 2(x3),1; every node gets one rank."),
              {m_told.value, std::to_string(m_nodes.size())},
              ""}});
        return;
    }
    for (std::size_t i = 0; i < m_tasks.size(); ++i)
        m_list.hosts[m_nodes[i]].devices.assign(static_cast<std::size_t>(m_tasks[i]), Device{});
}

} // namespace

HostList readHostList(std::string_view text)
{
    return ListReader().read(text);
}

} // namespace lockstep
