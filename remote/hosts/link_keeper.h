// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_link.h"
#include "remote/hosts/questioner.h"

#include <functional>
#include <optional>

namespace lockstep {

/// Whoever talks over the link that a LinkKeeper keeps.
class LinkUser {
public:
    enum class Meeting { First, Again };
    /// The engine has introduced itself: requests may be sent.
    virtual void linkUp(HostWelcome welcome, Meeting meeting) = 0;
    /// The engine answers, but not so that one could work with it; trying again is of no use.
    virtual void linkRefused(const HostFailed& failure) = 0;

protected:
    ~LinkUser() = default;
};

/// Keeps one link to a host: connects, deploys, exchanges greetings, and waits longer after each attempt that
/// failed. Belongs to the thread of its host.
class LinkKeeper {
public:
    enum class State { Down, Greeting, Up };

    /// All references outlive the keeper.
    LinkKeeper(HostLinkOptions options, LinkUser& user, Questioner& questioner, SecretStore& secrets,
               const WakeFlag& interrupt);

    State state() const { return m_state; }
    /// It has been Up at some time.
    bool hasMet() const { return m_hasMet; }
    const std::string& hostName() const { return m_options.host.name; }
    /// The conversation, as soon as there is one; nullptr while Down.
    AttachClient* client() const { return m_link ? m_link->client.get() : nullptr; }
    /// The conversation once requests may be sent; else nullptr.
    AttachClient* user() const { return m_state == State::Up ? m_link->client.get() : nullptr; }

    /// It is down, and the time for another attempt has come.
    bool isDue() const { return m_state == State::Down && Clock::now() >= m_retryAt; }
    Deadline retryAt() const { return m_retryAt; }
    void retryNow() { m_retryAt = Deadline{}; }
    void retryLater();

    /// Connects; waits, and may ask. `sink` gets HostConnecting and HostDeploying. The answer is why there is
    /// no link; nothing when there is one, or when it was interrupted.
    std::optional<HostFailed> open(const std::function<void(HostEvent)>& sink);
    void close();

private:
    void greet();
    void takeWelcome(const Frame& frame);

    HostLinkOptions m_options;
    LinkUser& m_user;
    Questioner& m_questioner;
    SecretStore& m_secrets;
    const WakeFlag& m_interrupt;
    State m_state = State::Down;
    bool m_hasMet = false;
    std::optional<HostLink> m_link; ///< unless Down
    Deadline m_retryAt = Deadline{};
    std::chrono::milliseconds m_backOff{0};
};

} // namespace lockstep
