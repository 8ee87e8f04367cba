// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/jump_way.h"
#include "remote/ssh/ssh_route.h"
#include "remote/ssh/ssh_session.h"

namespace lockstep {

namespace {

constexpr int kMostJumps = 8;

} // namespace

/// Connects to a host over those before it.
class SshConnector {
public:
    SshConnector(const SshOptions& options, Prompter& prompter, SecretStore& secrets,
                 const WakeFlag& interrupt)
        : m_options(options), m_prompter(prompter), m_secrets(secrets), m_interrupt(interrupt)
    {
    }

    /// `over`: the hosts between, where a way that leads over this one names them; else the configuration
    /// does.
    Result<std::unique_ptr<SshSession>> connect(const SshTarget& target, std::vector<SshTarget> over,
                                                int depth);

private:
    struct Way {
        std::unique_ptr<JumpWay> jump;
        Descriptor socket;
    };
    Result<Way> wayTo(const SshTarget& target, std::vector<SshTarget> over, int depth);

    const SshOptions& m_options;
    Prompter& m_prompter;
    SecretStore& m_secrets;
    const WakeFlag& m_interrupt;
};

/// As `ssh -J a,b host`, which reaches host over b, and b over a.
Result<SshConnector::Way> SshConnector::wayTo(const SshTarget& target, std::vector<SshTarget> over, int depth)
{
    if (over.empty()) {
        auto tcp = connectTcp(target, Clock::now() + m_options.connectTime, m_interrupt);
        if (!tcp)
            return tcp.error();
        return Way{nullptr, std::move(*tcp)};
    }
    if (depth == kMostJumps)
        return Error{
            LOCKSTEP_TEXT("The way to %1 leads over more than %2 hosts; does a ProxyJump lead back?"),
            {target.address(), std::to_string(kMostJumps)},
            ""};
    const SshTarget last = over.back();
    over.pop_back();
    auto between = connect(last, std::move(over), depth + 1);
    if (!between)
        return between.error();
    auto jump = JumpWay::open(std::move(*between), target);
    if (!jump)
        return jump.error();
    Descriptor socket = (*jump)->takeSocket();
    return Way{std::move(*jump), std::move(socket)};
}

Result<std::unique_ptr<SshSession>> SshConnector::connect(const SshTarget& target,
                                                          std::vector<SshTarget> over, int depth)
{
    if (const auto checked = checkTarget(target); !checked)
        return checked.error();
    const auto route = routeTo(target, m_options);
    if (!route)
        return route.error();
    if (const auto checked = checkTarget(route->target); !checked)
        return checked.error();
    auto way = wayTo(route->target, over.empty() ? route->jumps : std::move(over), depth);
    if (!way)
        return way.error();
    SshOptions routed = m_options;
    routed.identityFiles = route->identityFiles;
    routed.useAgent = route->usesAgent;
    std::unique_ptr<SshSession> session(new SshSession(route->target, routed, m_interrupt));
    session->m_way = std::move(way->jump);
    const Deadline deadline = Clock::now() + m_options.connectTime;
    if (const auto opened = session->open(std::move(way->socket), routed, deadline, m_prompter); !opened)
        return opened.error();
    if (const auto loggedIn = authenticate(*session, routed, m_prompter, m_secrets); !loggedIn)
        return loggedIn.error();
    return session;
}

Result<std::unique_ptr<SshSession>> SshSession::connect(const SshTarget& target, const SshOptions& options,
                                                        Prompter& prompter, SecretStore& secrets,
                                                        const WakeFlag& interrupt)
{
    return SshConnector(options, prompter, secrets, interrupt).connect(target, {}, 0);
}

} // namespace lockstep
