// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_thread.h"

/// What other threads ask of a host's thread, and the answers of people.
namespace lockstep {

namespace {

constexpr std::chrono::minutes kAnswerTime{15}; ///< for a person to answer a question

} // namespace

void HostThread::post(std::function<void()> order)
{
    {
        const std::lock_guard lock(m_mutex);
        m_orders.push_back(std::move(order));
    }
    m_wake.raise();
}

void HostThread::prepare()
{
    post([this] {
        m_goal = Goal::Prepare;
        m_mayAsk = true;
        m_retryAt = Deadline{};
    });
}

void HostThread::submit(SubmitRequest request)
{
    post([this, request = std::move(request)] {
        if (!m_link)
            return;
        m_link->client->request(FrameType::Submit, toJson(request), [this](const Frame& frame) {
            if (frame.type == FrameType::Failed)
                return fail({parseError(frame.payload), ExitCode::Failure});
            auto reply = parseMessage<SubmittedReply>(frame.payload);
            if (!reply)
                return fail({reply.error(), ExitCode::Failure});
            tell(HostSubmitted{std::move(reply.value())});
        });
    });
}

void HostThread::makeWatcher(const Watching& watching)
{
    m_mirrored = false;
    m_watcher.emplace(watching.folder, watching.host, watching.ranks, [this](HostEvent event) {
        if (const auto* failed = std::get_if<HostFailed>(&event))
            fail(*failed);
        else
            tell(std::move(event));
    });
    m_watcher->skip(watching.seen);
}

void HostThread::start(StartRequest request, Watching watching)
{
    post([this, request = std::move(request), watching = std::move(watching)] {
        m_start = request;
        m_goal = Goal::Watch;
        m_mayAsk = false;
        makeWatcher(watching);
        if (!m_welcomed)
            return;
        sendStart();
        watchOn();
    });
}

void HostThread::watch(Watching watching)
{
    post([this, watching = std::move(watching)] {
        m_goal = Goal::Watch;
        m_mayAsk = !m_everWelcomed;
        m_retryAt = Deadline{};
        makeWatcher(watching);
        if (const auto replayed = m_watcher->replay(); !replayed)
            tell(HostReconnecting{replayed.error()});
        if (m_welcomed)
            watchOn();
    });
}

void HostThread::show(Watching watching)
{
    post([this, watching = std::move(watching)] {
        RunWatcher watcher(watching.folder, watching.host, watching.ranks,
                           [this](HostEvent event) { tell(std::move(event)); });
        watcher.skip(watching.seen);
        if (const auto replayed = watcher.replay(); !replayed)
            return fail({replayed.error(), ExitCode::Failure});
        tell(HostMirrored{});
    });
}

void HostThread::stop(StopRequest request)
{
    post([this, request = std::move(request)] {
        m_stop = request;
        m_start.reset();
        if (m_welcomed)
            sendStop();
    });
}

void HostThread::rest()
{
    m_interrupt.raise();
    post([this] {
        m_interrupt.clear();
        m_goal = Goal::Rest;
        m_link.reset();
        m_welcomed = false;
    });
}

void HostThread::fetch(FollowRequest request, QString target)
{
    post([this, request = std::move(request), target = std::move(target)] {
        m_fetches.emplace_back(request, target, [this](HostEvent event) { tell(std::move(event)); });
        if (m_welcomed)
            m_fetches.back().begin(*m_link->client);
        else if (m_goal == Goal::Rest)
            m_mayAsk = true;
    });
}

void HostThread::recordsTaken()
{
    if (--m_recordsOut == kMaxRecordsOut / 2)
        m_wake.raise();
}

void HostThread::answerHostKey(bool trust)
{
    {
        const std::lock_guard lock(m_mutex);
        m_answer = trust ? Answer::Trust : Answer::Refuse;
    }
    m_answered.raise();
}

void HostThread::answerSecret(Secret secret)
{
    {
        const std::lock_guard lock(m_mutex);
        m_answer = Answer::Given;
        m_answeredSecret = std::move(secret);
    }
    m_answered.raise();
}

bool HostThread::askAndWait(HostEvent question)
{
    ++m_questions;
    {
        const std::lock_guard lock(m_mutex);
        m_answer = Answer::None;
        m_answeredSecret.reset();
        m_answered.clear();
    }
    tell(std::move(question));
    std::vector<pollfd> descriptors{{m_answered.descriptor(), POLLIN, 0}};
    if (waitFor(descriptors, deadlineIn(kAnswerTime), m_interrupt) != Waited::Ready)
        return false;
    m_answered.clear();
    return true;
}

bool HostThread::trustHostKey(const KeyPrompt& prompt)
{
    if (!askAndWait(HostKeyAsked{prompt.address, prompt.keyType, prompt.fingerprint}))
        return false;
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_answer, Answer::None) == Answer::Trust;
}

std::optional<Secret> HostThread::secret(const SecretPrompt& prompt)
{
    if (!askAndWait(HostSecretAsked{prompt.kind, prompt.address, prompt.prompt, prompt.retry}))
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    m_answer = Answer::None;
    return std::exchange(m_answeredSecret, std::nullopt);
}

} // namespace lockstep
