// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/host_key_lists.h"

#include "remote/ssh/client_config.h"
#include "remote/ssh/file_name_tokens.h"
#include "remote/ssh/revoked_keys.h"

#include <algorithm>

namespace lockstep {

namespace {

using Values = std::vector<ClientSettings::Value>;

constexpr std::size_t kMaxReadings = 64;

/// Every value that may be the one that counts; `standard` where none is sure.
std::vector<std::vector<std::string>> possible(const Values& values, const std::vector<std::string>& standard)
{
    std::vector<std::vector<std::string>> answer;
    for (const ClientSettings::Value& value : values)
        answer.push_back(value.arguments);
    if (values.empty() || !values.back().isSure)
        answer.push_back(standard);
    return answer;
}

/// Merges a further opinion: of two verdicts the stricter one, with the lines that led to it.
void tighten(HostKeyAnswer& answer, HostKeyAnswer further)
{
    if (further.verdict > answer.verdict)
        answer = std::move(further);
    else if (further.verdict == answer.verdict)
        answer.lines.insert(answer.lines.end(), further.lines.begin(), further.lines.end());
}

/// Turns the names of the configuration into paths; one that cannot be is a problem.
class Expander {
public:
    Expander(const SshTarget& target, const SshOptions& options, std::vector<KnownHostsLine>& problems)
        : m_target(target), m_options(options), m_problems(problems)
    {
    }

    void expand(const std::vector<std::string>& names, const std::string& alias,
                std::vector<std::string>& paths) const
    {
        for (const std::string& name : names) {
            if (name == "none" || name.empty())
                continue;
            if (const auto path = expandFileName(name, m_target, m_options, alias))
                paths.push_back(*path);
            else
                m_problems.push_back(
                    {name, 0, "", "", LOCKSTEP_TEXT("its name holds a token that is not known here")});
        }
    }

private:
    const SshTarget& m_target;
    const SshOptions& m_options;
    std::vector<KnownHostsLine>& m_problems;
};

} // namespace

HostKeyLists HostKeyLists::read(const SshTarget& target, const SshOptions& options)
{
    HostKeyLists lists(target);
    ClientSettings settings =
        readClientSettings(options.userConfig, options.systemConfig, target, options.home, options.localUser);
    lists.m_problems = std::move(settings.problems);
    const Expander expander(target, options, lists.m_problems);
    const auto add = [&lists, &options](std::vector<std::string> files, const std::string& alias) {
        if (std::ranges::find(files, options.ownKnownHostsFile) == files.end())
            files.push_back(options.ownKnownHostsFile);
        if (lists.m_readings.size() < kMaxReadings)
            lists.m_readings.push_back({files, alias, KnownHosts::read(files)});
        else
            lists.m_problems.push_back(
                {options.userConfig, 0, "", "", LOCKSTEP_TEXT("it holds too many conditions")});
    };
    for (const ClientSettings::Value& value : settings.revoked)
        expander.expand(value.arguments, "", lists.m_revoked);
    if (!options.knownHostsFiles.empty()) {
        add(options.knownHostsFiles, "");
        return lists;
    }
    for (const auto& alias : possible(settings.aliases, {""}))
        for (const auto& user : possible(settings.userLists, {"~/.ssh/known_hosts", "~/.ssh/known_hosts2"}))
            for (const auto& global :
                 possible(settings.globalLists, {"/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"})) {
                std::vector<std::string> files;
                expander.expand(user, alias.front(), files);
                expander.expand(global, alias.front(), files);
                add(std::move(files), alias.front());
            }
    return lists;
}

HostKeyAnswer HostKeyLists::check(const HostKey& key) const
{
    HostKeyAnswer answer{HostKeyVerdict::Trusted, {}};
    for (const Reading& reading : m_readings)
        tighten(answer, reading.alias.empty() ? reading.known.check(m_target.host, m_target.port, key)
                                              : reading.known.checkAlias(reading.alias, m_target.host, key));
    if (!m_problems.empty())
        tighten(answer, {HostKeyVerdict::Unverifiable, m_problems});
    for (const std::string& file : m_revoked) {
        const auto revoked = isRevokedBy(file, key);
        if (!revoked)
            tighten(answer, {HostKeyVerdict::Unverifiable, {{file, 0, "", "", revoked.error()}}});
        else if (revoked.value())
            tighten(answer, {HostKeyVerdict::Revoked, {{file, 0, key.type, fingerprintOf(key.blob), ""}}});
    }
    return answer;
}

std::vector<std::string> HostKeyLists::keyTypes() const
{
    const Reading& first = m_readings.front();
    return first.alias.empty() ? first.known.keyTypes(m_target.host, m_target.port)
                               : first.known.keyTypes(first.alias, 22);
}

std::string HostKeyLists::plainLines() const
{
    const Reading& first = m_readings.front();
    return first.alias.empty() ? first.known.plainLines() : std::string();
}

std::vector<std::vector<std::string>> HostKeyLists::files() const
{
    std::vector<std::vector<std::string>> answer;
    for (const Reading& reading : m_readings)
        answer.push_back(reading.files);
    return answer;
}

} // namespace lockstep
