// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_questions.h"
#include "remote/hosts/host_thread.h"

#include <QObject>
#include <functional>
#include <map>
#include <memory>

namespace lockstep {

/// Threads of several hosts that are dealt with at once, by the host's number. What they say, and what they
/// ask of a person, is delivered on the thread that made this, which it never blocks; of a thread that was
/// ended nothing more is heard.
class HostThreads : public QObject {
    Q_OBJECT
public:
    explicit HostThreads(std::shared_ptr<SecretStore> secrets, QObject* parent = nullptr);
    ~HostThreads() override;

    /// In place of the one that the host has.
    HostThread& begin(int host, HostLinkOptions options);
    /// nullptr: none.
    HostThread* find(int host) const;
    void end(int host);
    /// All at once, so that the joins do not add up.
    void endAll();

    /// An empty answer or a refusal ends the attempt to connect.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);

signals:
    /// Whatever is no question.
    void said(int host, const lockstep::HostEvent& event);
    void hostKeyUnknown(const lockstep::HostKeyQuestion& question);
    void secretNeeded(const lockstep::SecretQuestion& question);

private:
    void take(int host, int number, const HostEvent& event);

    struct Talk {
        int number = 0; ///< of the thread: news of an earlier one of this host come too late
        std::unique_ptr<HostThread> thread;
    };
    std::shared_ptr<SecretStore> m_secrets;
    HostQuestions m_questions;
    int m_begun = 0;
    std::map<int, Talk> m_talks;
};

} // namespace lockstep
