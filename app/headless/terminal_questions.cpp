// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/terminal_questions.h"

#include "app/headless/terminal.h"
#include "app/runs/library_texts.h"

#include <QCoreApplication>
#include <optional>

namespace lockstep {

bool TerminalQuestions::trusts(const HostKeyQuestion& question) const
{
    m_say(QCoreApplication::translate("Headless", "%1 shows an unknown %2 key: %3")
              .arg(question.address, question.keyType, question.fingerprint));
    const std::optional<QString> reply = askOnTerminal(QCoreApplication::translate(
        "Headless", "Trust it only if ssh-keygen -lf prints the same on that host. Trust it? (yes/no)"));
    if (!reply)
        m_say(QCoreApplication::translate(
            "Headless", "There is no terminal to ask on, so it is refused. Add the key with ssh-keyscan to a "
                        "file and name it with --known-hosts, or connect once with ssh."));
    return reply && reply->compare(QLatin1String("yes"), Qt::CaseInsensitive) == 0;
}

bool TerminalQuestions::maySend(const LibraryQuestion& question) const
{
    m_say(librariesText(question));
    const std::optional<QString> reply =
        askOnTerminal(QCoreApplication::translate("Headless", "Send them? (yes/no)"));
    if (!reply)
        m_say(QCoreApplication::translate(
            "Headless", "There is no terminal to ask on, so nothing is sent. Add --ship-cuda to send them."));
    return reply && reply->compare(QLatin1String("yes"), Qt::CaseInsensitive) == 0;
}

QByteArray TerminalQuestions::secretFor(const SecretQuestion& question) const
{
    QString text = QCoreApplication::translate("Headless", "Password for %1:").arg(question.address);
    if (question.kind == SecretQuestion::Kind::Passphrase)
        text = QCoreApplication::translate("Headless", "Passphrase of %1:").arg(question.prompt);
    else if (question.kind == SecretQuestion::Kind::Interactive)
        text = QStringLiteral("%1: %2").arg(question.address, question.prompt);
    if (question.retry)
        m_say(QCoreApplication::translate("Headless", "The last answer was refused."));
    const std::optional<QByteArray> secret = askSecretOnTerminal(text);
    if (!secret)
        m_say(QCoreApplication::translate(
            "Headless",
            "There is no terminal to ask on. Name a key with --identity, or load one into the agent."));
    return secret.value_or(QByteArray());
}

} // namespace lockstep
