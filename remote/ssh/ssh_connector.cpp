// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/jump_way.h"
#include "remote/ssh/login_pace.h"
#include "remote/ssh/server_greeting.h"
#include "remote/ssh/ssh_route.h"
#include "remote/ssh/ssh_session.h"

#include <QRandomGenerator>
#include <algorithm>

namespace lockstep {

namespace {

using std::chrono::milliseconds;

constexpr int kMostJumps = 8;
constexpr milliseconds kFirstPause{250};
constexpr milliseconds kLongestPause{4'000};
/// Longer than a person has for an answer that others wait for.
constexpr std::chrono::minutes kTurnTime{20};

bool isDropped(Greeting greeting)
{
    return greeting == Greeting::TurnsAway || greeting == Greeting::HangsUp;
}

Error droppedBy(const SshTarget& target, Greeting greeting)
{
    if (greeting == Greeting::TurnsAway)
        return {LOCKSTEP_TEXT("%1 turns connections away: too many log-ins are on their way there. Try again "
                              "later, or raise MaxStartups of its SSH server."),
                {target.address()},
                ""};
    return {LOCKSTEP_TEXT("%1 hangs up before it says a word. Check that an SSH server runs there and lets "
                          "this computer in, then try again."),
            {target.address()},
            ""};
}

/// The same while there is hope.
Sentence dropsFor(const SshTarget& target, Greeting greeting)
{
    const char* text = greeting == Greeting::TurnsAway
                           ? LOCKSTEP_TEXT("%1 has too many log-ins on their way; trying again.")
                           : LOCKSTEP_TEXT("%1 hangs up before it says a word; trying again.");
    return {text, {target.address()}};
}

/// Jitter, so that those who were turned away together do not come back together.
milliseconds withJitter(milliseconds pause)
{
    const double share = 0.5 + QRandomGenerator::global()->generateDouble() / 2;
    return std::chrono::duration_cast<milliseconds>(pause * share);
}

} // namespace

/// Connects to a host over those before it.
class SshConnector {
public:
    SshConnector(const SshOptions& options, Prompter& prompter, SecretStore& secrets,
                 const WakeFlag& interrupt, const OnConnectDelay& onDelay)
        : m_options(options), m_prompter(prompter), m_secrets(secrets), m_interrupt(interrupt),
          m_onDelay(onDelay)
    {
    }

    /// `over`: the hosts between, where a way that leads over this one names them; else the configuration
    /// does.
    Result<std::unique_ptr<SshSession>> connect(const SshTarget& target, std::vector<SshTarget> over,
                                                int depth);

private:
    struct Way {
        LoginPace::Turn turn;
        std::unique_ptr<JumpWay> jump;
        Descriptor socket;
    };
    Result<Way> wayTo(const SshTarget& target, std::vector<SshTarget> over, int depth);
    Result<LoginPace::Turn> turnAt(const SshTarget& target, const std::string& between);
    /// `greeting`: how the server received the connection, where it came to one.
    Result<std::unique_ptr<SshSession>> attempt(const SshRoute& route, const std::vector<SshTarget>& over,
                                                int depth, Greeting& greeting);
    Result<void> logIn(SshSession& session, const SshOptions& options, Way& way, Deadline deadline);
    bool rest(milliseconds pause);

    const SshOptions& m_options;
    Prompter& m_prompter;
    SecretStore& m_secrets;
    const WakeFlag& m_interrupt;
    const OnConnectDelay& m_onDelay;
};

/// `between`: the host from which the target is connected to; empty: this computer.
Result<LoginPace::Turn> SshConnector::turnAt(const SshTarget& target, const std::string& between)
{
    auto turn = LoginPace::ofProgram().take(
        between + "/" + target.address(), deadlineIn(kTurnTime), m_interrupt, [&] {
            m_onDelay({LOCKSTEP_TEXT("Waiting for other log-ins to %1."), {target.address()}});
        });
    if (!turn)
        return cancelledWork(target);
    return std::move(*turn);
}

/// As `ssh -J a,b host`, which reaches host over b, and b over a.
Result<SshConnector::Way> SshConnector::wayTo(const SshTarget& target, std::vector<SshTarget> over, int depth)
{
    if (over.empty()) {
        auto turn = turnAt(target, "");
        if (!turn)
            return turn.error();
        auto tcp = connectTcp(target, Clock::now() + m_options.connectTime, m_interrupt);
        if (tcp)
            return Way{std::move(*turn), nullptr, std::move(*tcp)};
        turn->came(LoginPace::Outcome::Unreachable);
        return tcp.error();
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
    auto turn = turnAt(target, (*between)->target().address());
    if (!turn)
        return turn.error();
    auto jump = JumpWay::open(std::move(*between), target);
    if (!jump) {
        turn->came(LoginPace::Outcome::Unreachable);
        return jump.error();
    }
    Descriptor socket = (*jump)->takeSocket();
    return Way{std::move(*turn), std::move(*jump), std::move(socket)};
}

/// `deadline`: for the key exchange.
Result<void> SshConnector::logIn(SshSession& session, const SshOptions& options, Way& way, Deadline deadline)
{
    if (const auto opened = session.open(std::move(way.socket), options, deadline); !opened) {
        way.turn.came(LoginPace::Outcome::Unreachable);
        return opened.error();
    }
    if (const auto trusted = checkHostKey(session, options, m_prompter); !trusted)
        return trusted.error();
    if (const auto loggedIn = authenticate(session, options, m_prompter, m_secrets); !loggedIn)
        return loggedIn.error();
    way.turn.came(LoginPace::Outcome::LoggedIn);
    return {};
}

Result<std::unique_ptr<SshSession>> SshConnector::attempt(const SshRoute& route,
                                                          const std::vector<SshTarget>& over, int depth,
                                                          Greeting& greeting)
{
    auto way = wayTo(route.target, over, depth);
    if (!way)
        return way.error();
    const Deadline deadline = Clock::now() + m_options.connectTime;
    greeting = awaitGreeting(way->socket.get(), deadline, m_interrupt);
    if (isDropped(greeting)) {
        way->turn.came(LoginPace::Outcome::TurnedAway);
        return droppedBy(route.target, greeting);
    }
    SshOptions routed = m_options;
    routed.identityFiles = route.identityFiles;
    routed.useAgent = route.usesAgent;
    std::unique_ptr<SshSession> session(new SshSession(route.target, routed, m_interrupt));
    session->m_way = std::move(way->jump);
    if (const auto loggedIn = logIn(*session, routed, *way, deadline); !loggedIn)
        return loggedIn.error();
    return session;
}

/// False: interrupted.
bool SshConnector::rest(milliseconds pause)
{
    std::vector<pollfd> none;
    return waitFor(none, deadlineIn(withJitter(pause)), m_interrupt) != Waited::Interrupted;
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
    if (over.empty())
        over = route->jumps;
    std::optional<Clock::time_point> firstDrop;
    for (milliseconds pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
        Greeting greeting = Greeting::Speaks;
        auto session = attempt(*route, over, depth, greeting);
        if (session || !isDropped(greeting))
            return session;
        firstDrop = firstDrop.value_or(Clock::now());
        const auto patience = greeting == Greeting::TurnsAway ? m_options.busyTime : m_options.hangUpTime;
        if (Clock::now() - *firstDrop + pause > patience)
            return session;
        m_onDelay(dropsFor(route->target, greeting));
        if (!rest(pause))
            return session;
    }
}

Result<std::unique_ptr<SshSession>> SshSession::connect(const SshTarget& target, const SshOptions& options,
                                                        Prompter& prompter, SecretStore& secrets,
                                                        const WakeFlag& interrupt,
                                                        const OnConnectDelay& onDelay)
{
    return SshConnector(options, prompter, secrets, interrupt, onDelay).connect(target, {}, 0);
}

} // namespace lockstep
