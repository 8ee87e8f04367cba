// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_thread.h"

#include <QRandomGenerator>
#include <algorithm>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds kFirstBackOff{500};
constexpr std::chrono::milliseconds kLongestBackOff{30'000};

} // namespace

HostThread::HostThread(HostLinkOptions options, SecretStore& secrets, Sink sink)
    : m_options(std::move(options)), m_secrets(secrets), m_sink(std::move(sink)), m_thread([this] { run(); })
{
}

HostThread::~HostThread()
{
    m_quit = true;
    m_interrupt.raise();
    m_wake.raise();
    m_thread.join();
}

void HostThread::tell(HostEvent event)
{
    if (std::holds_alternative<HostRecords>(event)) {
        ++m_recordsOut;
        // Without a link there is no heartbeat to keep up, so a long journal can wait for its reader here.
        while (!m_link && behind() && !m_quit) {
            std::vector<pollfd> none;
            m_wake.clear();
            if (behind())
                waitFor(none, deadlineIn(std::chrono::milliseconds(100)), m_wake);
        }
    }
    m_sink(std::move(event));
}

void HostThread::run()
{
    while (!m_quit) {
        runOrders();
        if (!m_quit)
            keepLink();
        if (!m_quit)
            turn();
    }
    m_link.reset();
}

void HostThread::runOrders()
{
    m_wake.clear();
    std::vector<std::function<void()>> orders;
    {
        const std::lock_guard lock(m_mutex);
        orders.swap(m_orders);
    }
    for (const auto& order : orders)
        order();
}

void HostThread::keepLink()
{
    const bool wanted = m_goal != Goal::Rest || !m_fetches.empty();
    if (m_link || !wanted || Clock::now() < m_retryAt)
        return;
    const auto began = Clock::now();
    m_questions = 0;
    auto outcome = openLink(m_options, *this, m_secrets, m_interrupt, [this](HostEvent event) {
        // In the background these would only flicker.
        if (!m_everWelcomed || m_goal != Goal::Watch)
            tell(std::move(event));
    });
    if (m_interrupt.raised())
        return; // an order to rest or the end is waiting
    if (auto* link = std::get_if<HostLink>(&outcome)) {
        m_link = std::move(*link);
        m_welcomed = false;
        greet();
        return;
    }
    // A server hangs up on a person who thinks for long: with the answer at hand, once more.
    if (m_questions > 0 && Clock::now() - began > std::chrono::seconds(20))
        return;
    lost(std::get<HostFailed>(outcome));
}

void HostThread::greet()
{
    const AttachHello hello{kAttachVersion, std::string("lockstep ") + LOCKSTEP_VERSION};
    m_link->client->request(FrameType::Hello, toJson(hello), [this](const Frame& frame) { welcomed(frame); });
}

void HostThread::welcomed(const Frame& frame)
{
    if (frame.type != FrameType::Welcome)
        return fail({parseError(frame.payload), ExitCode::Failure});
    auto welcome = parseMessage<AttachWelcome>(frame.payload);
    if (!welcome)
        return fail({welcome.error(), ExitCode::Failure});
    if (welcome.value().version != kAttachVersion)
        return fail(
            {Error{LOCKSTEP_TEXT("%1 speaks version %2 of the attach conversation, this program version %3. "
                                 "Update the older one."),
                   {m_options.host.name, std::to_string(welcome.value().version),
                    std::to_string(kAttachVersion)},
                   ""},
             ExitCode::Failure});
    const bool again = m_everWelcomed && m_goal == Goal::Watch;
    m_welcomed = true;
    m_everWelcomed = true;
    m_mayAsk = false;
    m_backOff = std::chrono::milliseconds(0);
    m_options.preferredBundle = m_link->bundle;
    if (again)
        tell(HostReconnected{});
    else
        tell(HostWelcome{std::move(welcome.value().report), m_link->localAddress, m_link->peerAddress,
                         m_link->bundle});
    if (m_goal == Goal::Watch)
        watchOn();
    for (FileFetch& fetch : m_fetches)
        fetch.begin(*m_link->client);
}

void HostThread::watchOn()
{
    if (m_stop)
        sendStop();
    if (m_watcher)
        m_watcher->begin(*m_link->client);
}

void HostThread::sendStart()
{
    m_link->client->request(FrameType::Start, toJson(*m_start), [this](const Frame& frame) {
        const bool current = m_start.has_value();
        m_start.reset();
        if (frame.type == FrameType::Failed)
            return fail({parseError(frame.payload), ExitCode::Failure});
        if (current)
            tell(HostStarted{});
    });
}

void HostThread::sendStop()
{
    // Refused means that there is nothing left to stop; the state that is watched says what became of it.
    m_link->client->request(FrameType::Stop, toJson(*m_stop), [this](const Frame&) { m_stop.reset(); });
}

void HostThread::turn()
{
    const auto reading = behind() ? AttachClient::Reading::Paused : AttachClient::Reading::On;
    std::vector<pollfd> descriptors;
    Deadline deadline = deadlineIn(std::chrono::seconds(60));
    const bool wanted = m_goal != Goal::Rest || !m_fetches.empty();
    if (m_link) {
        m_link->client->addDescriptors(descriptors, reading);
        deadline = m_link->client->nextDeadline();
    } else if (wanted) {
        deadline = std::min(deadline, m_retryAt);
    }
    if (m_watcher)
        deadline = std::min(deadline, m_watcher->nextDeadline());
    waitFor(descriptors, deadline, m_wake);
    if (m_link) {
        auto done = m_link->client->process(reading);
        if (done && m_watcher)
            done = m_watcher->tick();
        if (!done)
            lost({done.error(), ExitCode::HostUnreachable});
    }
    settle();
}

/// What follows from what has arrived.
void HostThread::settle()
{
    m_fetches.remove_if([](const FileFetch& fetch) { return fetch.over(); });
    if (m_watcher && m_watcher->complete() && !m_mirrored) {
        m_mirrored = true;
        m_goal = Goal::Rest;
        tell(HostMirrored{});
    }
    if (m_link && m_goal == Goal::Rest && m_fetches.empty()) {
        m_link.reset();
        m_welcomed = false;
    }
    // A start whose answer was lost with the link is repeated only where it has not been heard.
    const bool waiting = m_watcher && m_watcher->state() && m_watcher->state()->phase == RunPhase::Submitted;
    if (m_start && m_welcomed && waiting && m_startLost) {
        m_startLost = false;
        sendStart();
    } else if (m_start && m_startLost && m_watcher && m_watcher->state() && !waiting) {
        m_start.reset();
        tell(HostStarted{});
    }
}

void HostThread::lost(const HostFailed& failure)
{
    m_link.reset();
    m_previewing.reset();
    m_welcomed = false;
    m_startLost = m_start.has_value();
    if (m_goal != Goal::Watch) {
        if (m_goal == Goal::Prepare)
            fail(failure);
        failFetches(failure.error);
        return;
    }
    // Until the first time that it works, a person may be near; one who said no is not asked again.
    m_mayAsk = m_mayAsk && !m_everWelcomed && m_questions == 0;
    m_backOff = std::clamp(m_backOff * 2, kFirstBackOff, kLongestBackOff);
    // Jitter, so that a hundred desktops do not knock at a host that comes back at the same moment.
    const double share = 0.5 + QRandomGenerator::global()->generateDouble() / 2;
    m_retryAt = Clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(m_backOff * share);
    tell(HostReconnecting{failure.error});
}

void HostThread::fail(const HostFailed& failure)
{
    m_goal = Goal::Rest;
    m_start.reset();
    tell(failure);
}

void HostThread::failFetches(const Error& error)
{
    for (FileFetch& fetch : m_fetches)
        fetch.fail(error);
    m_fetches.clear();
}

} // namespace lockstep
