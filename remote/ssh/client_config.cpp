// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/client_config.h"

#include "remote/ssh/config_file.h"

#include <algorithm>
#include <charconv>
#include <glob.h>
#include <strings.h>
#include <utility>

namespace lockstep {

namespace {

constexpr int kDeepestInclude = 16; ///< as OpenSSH

class ConfigReading {
public:
    ConfigReading(ClientSettings& settings, ConfigSubject subject, std::string home)
        : m_settings(settings), m_subject(std::move(subject)), m_home(std::move(home))
    {
    }

    void read(const std::string& userFile, const std::string& systemFile)
    {
        readBoth(userFile, systemFile);
        if (!m_wantsFinalPass)
            return;
        m_subject.isFinalPass = true;
        readBoth(userFile, systemFile);
    }

private:
    void readBoth(const std::string& userFile, const std::string& systemFile)
    {
        for (const auto& [file, owner] :
             {std::pair{userFile, ConfigOwner::User}, std::pair{systemFile, ConfigOwner::System}})
            if (!file.empty())
                readFile(file, owner, Matches::Yes, 0);
    }

    /// `most`: how sure a line of this file can be, for the file may be included by one that is not.
    void readFile(const std::string& path, ConfigOwner owner, Matches most, int depth)
    {
        const auto text = readConfig(path, owner);
        if (!text)
            return addProblem(path, 0, text.error());
        if (!text.value())
            return;
        Matches active = most;
        for (const ConfigLine& line : parseConfig(*text.value())) {
            if (line.isDamaged && active != Matches::No)
                addProblem(path, line.number, LOCKSTEP_TEXT("a quotation mark is missing"));
            else if (line.keyword == "host")
                active = std::min(most, matchesHosts(m_subject, line.arguments));
            else if (line.keyword == "match")
                active = std::min(most, matchesCriteria(m_subject, line.arguments, m_wantsFinalPass));
            else if (line.keyword == "include")
                include(path, line, owner, active, depth);
            else if (active != Matches::No)
                take(path, line, active);
        }
    }

    void include(const std::string& path, const ConfigLine& line, ConfigOwner owner, Matches active,
                 int depth)
    {
        if (active == Matches::No)
            return;
        if (depth == kDeepestInclude)
            return addProblem(path, line.number, LOCKSTEP_TEXT("it includes too deeply"));
        for (std::string pattern : line.arguments) {
            if (pattern.starts_with("~/"))
                pattern = m_home + pattern.substr(1);
            else if (!pattern.starts_with('/'))
                pattern = (owner == ConfigOwner::User ? m_home + "/.ssh/" : "/etc/ssh/") + pattern;
            glob_t found{};
            if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
                for (std::size_t i = 0; i < found.gl_pathc; ++i)
                    readFile(found.gl_pathv[i], owner, active, depth + 1);
            ::globfree(&found);
        }
    }

    void take(const std::string& path, const ConfigLine& line, Matches active)
    {
        const ClientSettings::Value value{line.arguments, active == Matches::Yes};
        if (line.keyword == "userknownhostsfile")
            add(m_settings.userLists, value);
        else if (line.keyword == "globalknownhostsfile")
            add(m_settings.globalLists, value);
        else if (line.keyword == "revokedhostkeys")
            add(m_settings.revoked, value);
        else if (line.keyword == "hostkeyalias")
            add(m_settings.aliases, value);
        else if (line.keyword == "knownhostscommand")
            takeCommand(path, line, active);
        else if (!line.arguments.empty())
            takeConnection(path, line, value);
    }

    /// How the host is reached. Of what may count or not, only keys to try are taken: they do no harm.
    void takeConnection(const std::string& path, const ConfigLine& line, const ClientSettings::Value& value)
    {
        const std::string& first = line.arguments.front();
        if (line.keyword == "identityfile")
            m_settings.identityFiles.push_back(value);
        else if (line.keyword == "hostname" && m_subject.hostName.empty())
            m_subject.hostName = hostNameIn(first);
        if (!value.isSure)
            return;
        if (line.keyword == "hostname")
            takeFirst(m_settings.hostName, hostNameIn(first));
        else if (line.keyword == "user")
            takeUser(first);
        else if (line.keyword == "port" && m_settings.port == 0)
            std::from_chars(first.data(), first.data() + first.size(), m_settings.port);
        else if (line.keyword == "identitiesonly")
            takeFirst(m_identitiesOnly, first);
        else if (line.keyword == "proxyjump" || line.keyword == "proxycommand")
            takeProxy(path, line);
        m_settings.usesIdentitiesOnly = ::strcasecmp(m_identitiesOnly.c_str(), "yes") == 0;
    }

    /// Later conditions look at it, where a person gave none.
    void takeUser(const std::string& user)
    {
        takeFirst(m_settings.user, user);
        takeFirst(m_subject.target.user, user);
    }

    static void takeFirst(std::string& value, const std::string& found)
    {
        if (value.empty())
            value = found;
    }

    /// "%h.lab" for the host "gpu-1" is "gpu-1.lab".
    std::string hostNameIn(const std::string& text) const
    {
        std::string name;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool isToken = text[i] == '%' && i + 1 < text.size();
            if (isToken)
                ++i;
            name += isToken && text[i] == 'h' ? m_subject.target.host : std::string(1, text[i]);
        }
        return name;
    }

    /// The first of the two kinds counts, as in OpenSSH.
    void takeProxy(const std::string& path, const ConfigLine& line)
    {
        if (std::exchange(m_knowsProxy, true) || ::strcasecmp(line.arguments.front().c_str(), "none") == 0)
            return;
        const bool isJump = line.keyword == "proxyjump";
        std::string directive = isJump ? "ProxyJump" : "ProxyCommand";
        for (const std::string& argument : line.arguments)
            directive += ' ' + argument;
        m_settings.proxy = {isJump ? line.arguments.front() : "", path, line.number, directive};
    }

    /// OpenSSH would ask it as well, and what it says may revoke the key.
    void takeCommand(const std::string& path, const ConfigLine& line, Matches active)
    {
        if (m_knowsCommand || line.arguments.empty())
            return;
        m_knowsCommand = active == Matches::Yes;
        if (::strcasecmp(line.arguments.front().c_str(), "none") != 0)
            addProblem(
                path, line.number,
                LOCKSTEP_TEXT("it names a KnownHostsCommand, which this program does not run, and which "
                              "may revoke the key; KnownHostsCommand none for this host overrules it"));
    }

    /// The first value counts.
    static void add(std::vector<ClientSettings::Value>& values, const ClientSettings::Value& value)
    {
        if (!value.arguments.empty() && (values.empty() || !values.back().isSure))
            values.push_back(value);
    }

    void addProblem(const std::string& path, int line, const Sentence& reason)
    {
        m_settings.problems.push_back({path, line, "", "", reason});
    }

    ClientSettings& m_settings;
    ConfigSubject m_subject;
    std::string m_home;
    bool m_wantsFinalPass = false;
    bool m_knowsCommand = false; ///< the value that counts has come
    bool m_knowsProxy = false;
    std::string m_identitiesOnly; ///< the value that counts
};

} // namespace

ClientSettings readClientSettings(const std::string& userFile, const std::string& systemFile,
                                  const SshTarget& target, const std::string& home,
                                  const std::string& localUser)
{
    ClientSettings settings;
    SshTarget asked = target;
    if (!target.alias.empty())
        asked.host = target.alias;
    ConfigReading(settings, {asked, "", localUser, false}, home).read(userFile, systemFile);
    return settings;
}

} // namespace lockstep
