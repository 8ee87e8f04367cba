// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_questions.h"

#include <utility>

namespace lockstep {

HostKeyQuestion questionOf(int host, const HostKeyAsked& asked)
{
    return {host, QString::fromStdString(asked.address), QString::fromStdString(asked.keyType),
            QString::fromStdString(asked.fingerprint)};
}

SecretQuestion questionOf(int host, const HostSecretAsked& asked)
{
    using Kind = SecretQuestion::Kind;
    const Kind kind = asked.kind == Prompter::SecretKind::Password     ? Kind::Password
                      : asked.kind == Prompter::SecretKind::Passphrase ? Kind::Passphrase
                                                                       : Kind::Interactive;
    return {host, kind, QString::fromStdString(asked.address), QString::fromStdString(asked.prompt),
            asked.retry};
}

LibraryQuestion questionOf(int host, const HostLibrariesAsked& asked)
{
    const Prompter::LibraryPrompt& prompt = asked.prompt;
    const auto bytes = static_cast<qint64>(prompt.offer.bytes);
    return {host, QString::fromStdString(prompt.address), namesOf(prompt.offer), bytes,
            prompt.bytesPerSecond > 0 ? static_cast<double>(bytes) / prompt.bytesPerSecond : 0};
}

std::optional<SecretQuestion> HostQuestions::take(int host, const HostSecretAsked& asked)
{
    if (asked.kind == Prompter::SecretKind::Passphrase) {
        if (m_sharing.empty())
            m_file = asked.prompt;
        const bool isAsked = !m_sharing.empty() && m_file == asked.prompt;
        if (m_file == asked.prompt)
            m_sharing.insert(host);
        if (isAsked)
            return std::nullopt;
    }
    return questionOf(host, asked);
}

std::set<int> HostQuestions::answered(int host)
{
    return m_sharing.contains(host) ? std::exchange(m_sharing, {}) : std::set<int>{host};
}

} // namespace lockstep
