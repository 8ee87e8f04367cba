// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/link_keeper.h"

#include "engine/protocol/attach_messages.h"

#include <QRandomGenerator>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds kFirstBackOff{500};
constexpr std::chrono::milliseconds kLongestBackOff{30'000};
/// A server hangs up on a person who thinks for longer than this.
constexpr std::chrono::seconds kPatienceOfServers{20};

} // namespace

LinkKeeper::LinkKeeper(HostLinkOptions options, LinkUser& user, Questioner& questioner, SecretStore& secrets,
                       const WakeFlag& interrupt)
    : m_options(std::move(options)), m_user(user), m_questioner(questioner), m_secrets(secrets),
      m_interrupt(interrupt)
{
}

std::optional<HostFailed> LinkKeeper::open(const std::function<void(HostEvent)>& sink)
{
    const auto began = Clock::now();
    m_questioner.beginAttempt();
    auto outcome = openLink(m_options, m_questioner, m_secrets, m_interrupt, sink);
    if (m_interrupt.raised())
        return std::nullopt; // an order to rest or the end is waiting
    if (auto* link = std::get_if<HostLink>(&outcome)) {
        m_link = std::move(*link);
        m_state = State::Greeting;
        greet();
        return std::nullopt;
    }
    // With the answer at hand, once more.
    if (m_questioner.asked() > 0 && Clock::now() - began > kPatienceOfServers)
        return std::nullopt;
    return std::get<HostFailed>(std::move(outcome));
}

void LinkKeeper::close()
{
    m_state = State::Down;
    m_link.reset();
}

void LinkKeeper::retryLater()
{
    m_backOff = std::clamp(m_backOff * 2, kFirstBackOff, kLongestBackOff);
    // Jitter, so that a hundred desktops do not knock at a host that comes back at the same moment.
    const double share = 0.5 + QRandomGenerator::global()->generateDouble() / 2;
    m_retryAt = Clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(m_backOff * share);
}

void LinkKeeper::greet()
{
    const AttachHello hello{kAttachVersion, std::string("lockstep ") + LOCKSTEP_VERSION};
    m_link->client->request(FrameType::Hello, toJson(hello),
                            [this](const Frame& frame) { takeWelcome(frame); });
}

void LinkKeeper::takeWelcome(const Frame& frame)
{
    if (frame.type != FrameType::Welcome)
        return m_user.linkRefused({parseError(frame.payload), ExitCode::Failure});
    auto welcome = parseMessage<AttachWelcome>(frame.payload);
    if (!welcome)
        return m_user.linkRefused({welcome.error(), ExitCode::Failure});
    if (welcome.value().version != kAttachVersion)
        return m_user.linkRefused({Error{LOCKSTEP_TEXT("%1 speaks version %2 of the attach conversation, "
                                                       "this program version %3. Update the older one."),
                                         {m_options.host.name, std::to_string(welcome.value().version),
                                          std::to_string(kAttachVersion)},
                                         ""},
                                   ExitCode::Failure});
    m_state = State::Up;
    const auto meeting = std::exchange(m_hasMet, true) ? LinkUser::Meeting::Again : LinkUser::Meeting::First;
    m_backOff = std::chrono::milliseconds(0);
    m_options.preferredBundle = m_link->bundle;
    m_user.linkUp(
        {std::move(welcome.value().report), m_link->localAddress, m_link->peerAddress, m_link->bundle},
        meeting);
}

} // namespace lockstep
