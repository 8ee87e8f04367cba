// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_options.h"

#include <QByteArray>
#include <QString>
#include <functional>

namespace lockstep {

/// Puts the questions of a connection to the person at the controlling terminal, and waits. Without a
/// terminal every answer is no, and what can be done instead is said.
class TerminalQuestions {
public:
    /// `say` prints a line.
    explicit TerminalQuestions(std::function<void(const QString&)> say) : m_say(std::move(say)) {}

    bool trusts(const HostKeyQuestion& question) const;
    bool maySend(const LibraryQuestion& question) const;
    /// Empty: refused. Whoever is done with it fills it with zeros.
    QByteArray secretFor(const SecretQuestion& question) const;

private:
    std::function<void(const QString&)> m_say;
};

} // namespace lockstep
