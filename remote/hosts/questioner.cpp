// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/questioner.h"

#include <utility>

namespace lockstep {

namespace {

constexpr std::chrono::minutes kPersonsTime{15}; ///< for a person to answer a question

} // namespace

Questioner::Questioner(std::function<void(HostEvent)> sink, const WakeFlag& interrupt)
    : m_sink(std::move(sink)), m_interrupt(interrupt)
{
}

void Questioner::answer(Answer answer)
{
    {
        const MutexLock lock(m_mutex);
        m_answer = std::move(answer);
    }
    m_answered.raise();
}

void Questioner::answerHostKey(bool trust)
{
    answer(trust ? KeyAnswer::Trust : KeyAnswer::Refuse);
}

void Questioner::answerSecret(Secret secret)
{
    answer(std::move(secret));
}

void Questioner::answerLibraries(bool send)
{
    answer(send ? LibraryAnswer::Send : LibraryAnswer::Refuse);
}

Questioner::Answer Questioner::ask(HostEvent question)
{
    {
        // What answers an earlier question is no answer to this one.
        const MutexLock lock(m_mutex);
        m_answer = std::monostate();
        m_answered.clear();
    }
    m_sink(std::move(question));
    std::vector<pollfd> descriptors{{m_answered.descriptor(), POLLIN, 0}};
    if (waitFor(descriptors, deadlineIn(kPersonsTime), m_interrupt) != Waited::Ready)
        return std::monostate();
    m_answered.clear();
    const MutexLock lock(m_mutex);
    return std::exchange(m_answer, Answer());
}

bool Questioner::trustHostKey(const KeyPrompt& prompt)
{
    ++m_asked;
    const Answer answer = ask(HostKeyAsked{prompt.address, prompt.keyType, prompt.fingerprint});
    const auto* key = std::get_if<KeyAnswer>(&answer);
    return key != nullptr && *key == KeyAnswer::Trust;
}

std::optional<Secret> Questioner::secret(const SecretPrompt& prompt)
{
    ++m_asked;
    Answer answer = ask(HostSecretAsked{prompt.kind, prompt.address, prompt.prompt, prompt.retry});
    if (auto* given = std::get_if<Secret>(&answer))
        return std::move(*given);
    return std::nullopt;
}

bool Questioner::maySend(const LibraryPrompt& prompt)
{
    const Answer answer = ask(HostLibrariesAsked{prompt});
    const auto* libraries = std::get_if<LibraryAnswer>(&answer);
    return libraries != nullptr && *libraries == LibraryAnswer::Send;
}

} // namespace lockstep
