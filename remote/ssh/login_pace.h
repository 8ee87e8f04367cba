// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/mutex.h"
#include "remote/waiting.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// How many log-ins to one SSH server are on their way at a time. A server drops connections at random as
/// soon as ten of them have not logged in (sshd_config(5), MaxStartups), and a wrong password that many
/// log-ins try at once locks an account out.
///
/// The first log-in to an address goes alone: what a person answers to it (an unknown key, a password) is
/// known by the time the others begin. Every one that succeeds lets one more go at a time, up to six; one
/// that is turned away halves their number, one that is refused makes it one again. An address where nobody
/// answers is not spared: there each would wait for the others' time-outs. Thread-safe.
class LoginPace {
public:
    enum class Outcome { LoggedIn, Refused, TurnedAway, Unreachable, Cancelled };

    /// A log-in that may go on; it ends with this object.
    class Turn {
    public:
        Turn(Turn&& other) noexcept;
        Turn& operator=(Turn&&) = delete;
        ~Turn();
        /// Unless something else is said, it was refused.
        void came(Outcome outcome) { m_outcome = outcome; }

    private:
        friend class LoginPace;
        Turn(LoginPace& pace, std::string address) : m_pace(&pace), m_address(std::move(address)) {}
        LoginPace* m_pace; ///< null: moved from
        std::string m_address;
        Outcome m_outcome = Outcome::Refused;
    };

    /// The one of this program: all its connections share it.
    static LoginPace& ofProgram();

    /// Waits until a log-in to this address may begin; the pace outlives the turn. `onWait` is called when it
    /// may not at once. At the deadline it begins anyway. Nothing: interrupted.
    std::optional<Turn> take(const std::string& address, Deadline deadline, const WakeFlag& interrupt,
                             const std::function<void()>& onWait) LOCKSTEP_EXCLUDES(m_mutex);

private:
    struct Server {
        int limit = 1;
        int active = 0;
        std::deque<WakeFlag*> waiting; ///< raised when its turn has come, and taken out
    };
    /// False: `turn` waits.
    bool begin(const std::string& address, WakeFlag& turn) LOCKSTEP_EXCLUDES(m_mutex);
    /// Whoever waits no longer begins, whether it is its turn or not.
    void beginAnyway(const std::string& address, WakeFlag& turn) LOCKSTEP_EXCLUDES(m_mutex);
    void end(const std::string& address, Outcome outcome) LOCKSTEP_EXCLUDES(m_mutex);

    Mutex m_mutex;
    std::map<std::string, Server> m_servers LOCKSTEP_GUARDED_BY(m_mutex);
};

} // namespace lockstep
