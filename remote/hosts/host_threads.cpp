// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_threads.h"

#include <utility>

namespace lockstep {

HostThreads::HostThreads(std::shared_ptr<SecretStore> secrets, QObject* parent)
    : QObject(parent), m_secrets(std::move(secrets))
{
}

HostThreads::~HostThreads()
{
    endAll();
}

HostThread& HostThreads::begin(int host, HostLinkOptions options)
{
    end(host);
    Talk& talk = m_talks[host];
    talk.number = ++m_begun;
    const auto sink = [this, host, number = talk.number](HostEvent event) {
        // Dropped by Qt when this is gone, which joins that thread before.
        QMetaObject::invokeMethod(
            this, [this, host, number, event = std::move(event)] { take(host, number, event); },
            Qt::QueuedConnection);
    };
    talk.thread = std::make_unique<HostThread>(std::move(options), *m_secrets, sink);
    return *talk.thread;
}

HostThread* HostThreads::find(int host) const
{
    const auto talk = m_talks.find(host);
    return talk == m_talks.end() ? nullptr : talk->second.thread.get();
}

void HostThreads::end(int host)
{
    if (HostThread* thread = find(host))
        thread->interrupt();
    m_talks.erase(host);
}

void HostThreads::endAll()
{
    for (auto& [host, talk] : m_talks)
        talk.thread->interrupt();
    m_talks.clear();
    m_questions = {};
}

void HostThreads::take(int host, int number, const HostEvent& event)
{
    const auto talk = m_talks.find(host);
    if (talk == m_talks.end() || talk->second.number != number)
        return;
    if (const auto* key = std::get_if<HostKeyAsked>(&event)) {
        emit hostKeyUnknown(questionOf(host, *key));
    } else if (const auto* secret = std::get_if<HostSecretAsked>(&event)) {
        if (const auto question = m_questions.take(host, *secret))
            emit secretNeeded(*question);
    } else {
        emit said(host, event);
    }
}

void HostThreads::answerHostKey(int host, bool trust)
{
    if (HostThread* thread = find(host))
        thread->answerHostKey(trust);
}

void HostThreads::answerSecret(int host, const QByteArray& secret)
{
    const Secret given(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size())));
    for (const int one : m_questions.answered(host))
        if (HostThread* thread = find(one))
            thread->answerSecret(given.copy());
}

} // namespace lockstep
