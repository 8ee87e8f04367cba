// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/mutex.h"
#include "remote/host_event.h"
#include "remote/prompter.h"
#include "remote/waiting.h"

#include <functional>
#include <optional>
#include <variant>

namespace lockstep {

/// Puts the questions of a connection to a person by events, and lets the host's thread wait for the answer,
/// which comes from another thread.
class Questioner : public Prompter {
public:
    /// `sink` gets HostKeyAsked, HostSecretAsked and HostLibrariesAsked. `interrupt` ends a wait and outlives
    /// the questioner.
    Questioner(std::function<void(HostEvent)> sink, const WakeFlag& interrupt);

    enum class Manner { MayAsk, Silent };
    // The host's thread.
    void setManner(Manner manner) { m_manner = manner; }
    /// A new attempt to connect.
    void beginAttempt() { m_asked = 0; }
    /// Questions put during the present attempt before the log-in was done.
    int asked() const { return m_asked; }

    bool mayAsk() const override { return m_manner == Manner::MayAsk; }
    bool trustHostKey(const KeyPrompt& prompt) override;
    std::optional<Secret> secret(const SecretPrompt& prompt) override;
    bool maySend(const LibraryPrompt& prompt) override;

    // Any thread.
    void answerHostKey(bool trust);
    void answerSecret(Secret secret);
    void answerLibraries(bool send);

private:
    enum class KeyAnswer { Trust, Refuse };
    enum class LibraryAnswer { Send, Refuse };
    using Answer = std::variant<std::monostate, KeyAnswer, Secret, LibraryAnswer>;

    Answer ask(HostEvent question) LOCKSTEP_EXCLUDES(m_mutex);
    void answer(Answer answer) LOCKSTEP_EXCLUDES(m_mutex);

    std::function<void(HostEvent)> m_sink;
    const WakeFlag& m_interrupt;
    Manner m_manner = Manner::Silent;
    int m_asked = 0;
    WakeFlag m_answered;
    Mutex m_mutex;
    Answer m_answer LOCKSTEP_GUARDED_BY(m_mutex);
};

} // namespace lockstep
