// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/roll_call.h"

#include "engine/core/error.h"
#include "engine/distributed/socket.h"
#include "engine/protocol/resume_point.h"

#include <algorithm>
#include <cstring>
#include <sys/socket.h>

namespace lockstep {
namespace {

constexpr std::size_t kMaxHandshakes = 64;
constexpr auto kHandshakeLimit = std::chrono::seconds(5);
constexpr auto kPause = std::chrono::milliseconds(500); // between two attempts to connect
constexpr auto kWordInterval = std::chrono::seconds(1);
constexpr auto kSilence = std::chrono::seconds(8);
/// For the hosts of a roster to hang up, having heard of it.
constexpr auto kFarewell = std::chrono::seconds(1);

MeshOptions meshOptions(const RollCallOptions& options)
{
    MeshOptions mesh;
    mesh.kind = LinkKind::Lease;
    mesh.self = options.self;
    mesh.members = options.members;
    mesh.token = options.token;
    mesh.run = options.run;
    mesh.attempt = 0; // of no lease
    mesh.settings = LOCKSTEP_VERSION;
    mesh.seals = true;
    return mesh;
}

bool holds(const Roster& roster, int host)
{
    return std::ranges::binary_search(roster, host);
}

} // namespace

RollCall::RollCall(RollCallOptions options)
    : m_options(std::move(options)), m_mesh(meshOptions(m_options)), m_members(m_options.members.size())
{
    for (std::size_t i = 0; i < m_members.size(); ++i)
        if (m_options.members[i].port != 0)
            m_whole.push_back(static_cast<int>(i));
    LOCKSTEP_CHECK(holds(m_whole, m_options.self));
}

void RollCall::addTo(PollTurn& turn)
{
    turn.add(m_options.listenDescriptor, POLLIN, [this] { acceptMany(); });
    for (auto each = m_handshakes.begin(); each != m_handshakes.end(); ++each)
        turn.add(each->descriptor(), each->events(), [this, each] { advance(each); });
    for (std::size_t i = 0; i < m_members.size(); ++i)
        if (m_members[i].link)
            m_members[i].link->channel.addTo(turn, true, [this, i] { receiveFrom(i); });
}

void RollCall::acceptMany()
{
    while (Descriptor socket{
        ::accept4(m_options.listenDescriptor, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)})
        m_handshakes.emplace_back(m_mesh, std::move(socket), Clock::now() + kHandshakeLimit);
}

void RollCall::advance(Handshakes::iterator handshake)
{
    const Handshake::Outcome outcome = handshake->advance();
    if (outcome == Handshake::Outcome::Pending)
        return;
    if (outcome == Handshake::Outcome::Proven && handshake->settingsAgree()) {
        const int peer = handshake->peer();
        const LinkKeys keys = handshake->proof().keys(handshake->side());
        prepareForMessages(handshake->descriptor());
        m_arrived.emplace_back(peer, std::make_unique<Link>(handshake->takeSocket(), keys));
    }
    drop(handshake);
}

void RollCall::drop(Handshakes::iterator handshake)
{
    if (handshake->side() == Side::Connector) {
        Member& member = m_members[static_cast<std::size_t>(handshake->peer())];
        member.isTrying = false;
        member.nextTry = Clock::now() + kPause;
    }
    m_handshakes.erase(handshake);
}

void RollCall::receiveFrom(std::size_t host)
{
    Link& link = *m_members[host].link;
    for (const Frame& frame : link.channel.receive()) {
        const auto text = link.opener.open(static_cast<std::uint16_t>(frame.type), frame.payload);
        const auto message = text ? parseRollCallMessage(*text) : std::nullopt;
        if (!message) {
            link.lastHeard = {}; // forged, or damaged on its way: the link goes
            return;
        }
        link.lastHeard = Clock::now();
        if (message->kind == RollCallMessage::Kind::Here)
            link.here = *message;
        else
            follow(host, *message);
    }
}

void RollCall::follow(std::size_t host, const RollCallMessage& roster)
{
    const bool isSound = holds(roster.hosts, m_options.self) &&
                         std::ranges::includes(m_whole, roster.hosts) && mayGoOn(roster.hosts, m_whole) &&
                         roster.attempt >= m_options.attempt;
    if (m_decision || !isSound || present().front() != static_cast<int>(host))
        return;
    m_decision = Decision{roster.attempt, roster.resume, roster.hosts};
    m_isOver = true;
}

void RollCall::tick()
{
    const auto now = Clock::now();
    clearHandshakes(now);
    takeArrived();
    dropLost(now);
    if (m_decision) {
        m_isOver = m_isOver || isKnownToAll(now);
        return;
    }
    connectMissing(now);
    tellStanding(now);
    decide(now);
    m_isOver = !m_decision && now - m_madeAt > m_options.limit;
}

void RollCall::clearHandshakes(Clock::time_point now)
{
    for (auto each = m_handshakes.begin(); each != m_handshakes.end();) {
        const auto next = std::next(each);
        const bool isTooMany =
            each->side() == Side::Acceptor && m_handshakes.size() > kMaxHandshakes + m_members.size();
        if (now > each->until() || isTooMany)
            drop(each);
        each = next;
    }
}

/// A second link of the same host takes the place of the first: the host gave up on that one.
void RollCall::takeArrived()
{
    for (auto& [host, link] : std::exchange(m_arrived, {}))
        m_members[static_cast<std::size_t>(host)].link = std::move(link);
}

void RollCall::dropLost(Clock::time_point now)
{
    for (Member& member : m_members)
        if (member.link && (member.link->channel.closed() || now - member.link->lastHeard > kSilence)) {
            member.link.reset();
            member.nextTry = now + kPause;
        }
}

/// The higher number connects to the lower one.
void RollCall::connectMissing(Clock::time_point now)
{
    for (int i = 0; i < m_options.self; ++i) {
        Member& member = m_members[static_cast<std::size_t>(i)];
        if (!holds(m_whole, i) || member.link || member.isTrying || now < member.nextTry)
            continue;
        Descriptor socket = startConnecting(m_options.members[static_cast<std::size_t>(i)]);
        member.nextTry = now + kPause;
        if (!socket)
            continue;
        member.isTrying = true;
        m_handshakes.emplace_back(m_mesh, i, std::move(socket), now + kHandshakeLimit);
    }
}

Roster RollCall::present() const
{
    Roster present;
    for (const int host : m_whole) {
        const auto& link = m_members[static_cast<std::size_t>(host)].link;
        if (host == m_options.self || (link && link->here))
            present.push_back(host);
    }
    return present;
}

void RollCall::tellStanding(Clock::time_point now)
{
    RollCallMessage here{RollCallMessage::Kind::Here, m_options.attempt, m_options.resume, {}};
    for (const int host : m_whole)
        if (host == m_options.self || m_members[static_cast<std::size_t>(host)].link)
            here.hosts.push_back(host);
    if (here.hosts == m_told && now < m_nextWord)
        return;
    for (Member& member : m_members)
        if (member.link)
            send(*member.link, here);
    m_told = here.hosts;
    m_nextWord = now + kWordInterval;
}

void RollCall::send(Link& link, const RollCallMessage& message)
{
    link.channel.send({FrameType::State, 0,
                       link.sealer.seal(static_cast<std::uint16_t>(FrameType::State), toJson(message))});
    link.channel.flush();
}

/// As many of those as are all in touch with each other, the lower ones first.
Roster RollCall::inTouch(const Roster& present) const
{
    Roster roster;
    for (const int host : present) {
        const auto sees = [&](int other) {
            return other == m_options.self ||
                   holds(m_members[static_cast<std::size_t>(host)].link->here->hosts, other);
        };
        if (host == m_options.self || std::ranges::all_of(roster, sees))
            roster.push_back(host);
    }
    return roster;
}

void RollCall::decide(Clock::time_point now)
{
    const Roster all = present();
    const Roster roster = inTouch(all);
    if (all.front() != m_options.self || !mayGoOn(roster, m_whole))
        return m_enoughSince.reset();
    if (!m_enoughSince)
        m_enoughSince = now;
    if (roster == m_whole || now - *m_enoughSince >= m_options.patience)
        announce(roster, now);
}

void RollCall::announce(const Roster& roster, Clock::time_point now)
{
    m_decision = Decision{m_options.attempt, m_options.resume, roster};
    for (const int host : roster) {
        if (host == m_options.self)
            continue;
        const RollCallMessage& here = *m_members[static_cast<std::size_t>(host)].link->here;
        m_decision->attempt = std::max(m_decision->attempt, here.attempt);
        // A chosen checkpoint is no beginning any more once some attempt has saved one of its own.
        if (here.resume == kResumeLatest)
            m_decision->resume = kResumeLatest;
    }
    for (const int host : roster)
        if (host != m_options.self)
            send(*m_members[static_cast<std::size_t>(host)].link,
                 {RollCallMessage::Kind::Decided, m_decision->attempt, m_decision->resume, roster});
    m_decidedAt = now;
}

bool RollCall::isKnownToAll(Clock::time_point now) const
{
    return now - m_decidedAt > kFarewell || std::ranges::none_of(m_decision->hosts, [this](int host) {
               return m_members[static_cast<std::size_t>(host)].link != nullptr;
           });
}

RunToken tokenOfRollCalls(const std::string& firstToken, const std::string& run)
{
    RunToken first = parseRunToken(firstToken);
    const Digest token = hkdfSha256(first, sha256(run), "lockstep token of roll calls");
    explicit_bzero(first.data(), first.size());
    RunToken answer{};
    std::ranges::copy(token, answer.begin());
    return answer;
}

} // namespace lockstep
