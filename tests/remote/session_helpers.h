// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/ssh_session.h"
#include "tests/support/local_sshd.h"

#include <QStringList>
#include <list>

namespace lockstep {

/// Answers from a list, and remembers the questions.
class ScriptedPrompter : public Prompter {
public:
    bool asking = true;
    bool trust = false;
    std::list<std::string> answers; ///< when they run out, the person gives up
    std::vector<KeyPrompt> keys;
    std::vector<SecretPrompt> secrets;
    bool sends = false;
    std::vector<LibraryPrompt> libraries;

    bool mayAsk() const override { return asking; }
    bool trustHostKey(const KeyPrompt& prompt) override
    {
        keys.push_back(prompt);
        return trust;
    }
    std::optional<Secret> secret(const SecretPrompt& prompt) override
    {
        secrets.push_back(prompt);
        if (answers.empty())
            return std::nullopt;
        Secret answer(answers.front());
        answers.pop_front();
        return answer;
    }
    bool maySend(const LibraryPrompt& prompt) override
    {
        libraries.push_back(prompt);
        return sends;
    }
};

inline SshTarget targetOf(const LocalSshd& server)
{
    return {server.address().toStdString(), server.port(), server.user().toStdString()};
}

inline SshOptions optionsFor(const LocalSshd& server)
{
    SshOptions options;
    options.ownKnownHostsFile = server.scratch(QStringLiteral("own_known_hosts")).toStdString();
    options.knownHostsFiles = {server.knownHostsFile().toStdString(), options.ownKnownHostsFile};
    options.identityFiles = {server.identityFile().toStdString()};
    options.useAgent = false;
    return options;
}

} // namespace lockstep
