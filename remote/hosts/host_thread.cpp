// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_thread.h"

#include "remote/attach/single_request.h"
#include "remote/mirrors/checkpoint_errand.h"
#include "remote/mirrors/checkpoint_fetch.h"

#include <algorithm>

namespace lockstep {

HostThread::HostThread(HostLinkOptions options, SecretStore& secrets, Sink sink)
    : m_sink(std::move(sink)), m_questioner([this](HostEvent event) { tell(std::move(event)); }, m_interrupt),
      m_keeper(std::move(options), *this, m_questioner, secrets, m_interrupt),
      m_runOrders([this](HostEvent event) { take(std::move(event)); }),
      m_preview(m_keeper.hostName(), [this](HostEvent event) { tell(std::move(event)); }),
      m_pair([this](HostEvent event) { tell(std::move(event)); }), m_thread([this] { run(); })
{
}

HostThread::~HostThread()
{
    m_quit = true;
    m_interrupt.raise();
    m_orders.wake();
    m_thread.join();
}

void HostThread::prepare()
{
    m_orders.post([this] {
        m_goal = Goal::Prepare;
        m_questioner.setManner(Questioner::Manner::MayAsk);
        m_keeper.retryNow();
    });
}

void HostThread::submit(SubmitRequest request)
{
    m_orders.post([this, request = std::move(request)] { m_runOrders.submit(m_keeper.user(), request); });
}

void HostThread::start(StartRequest request, Watching watching)
{
    m_orders.post([this, request = std::move(request), watching = std::move(watching)] {
        m_goal = Goal::Watch;
        m_questioner.setManner(Questioner::Manner::Silent);
        makeWatcher(watching);
        m_runOrders.start(m_keeper.user(), request);
        if (AttachClient* client = m_keeper.user())
            m_watcher->begin(*client);
    });
}

void HostThread::watch(Watching watching)
{
    m_orders.post([this, watching = std::move(watching)] {
        m_goal = Goal::Watch;
        if (!m_keeper.hasMet())
            m_questioner.setManner(Questioner::Manner::MayAsk);
        m_keeper.retryNow();
        m_runOrders.dropStart(); // what is only watched has been started, or is never to be
        makeWatcher(watching);
        if (const auto replayed = m_watcher->replay(); !replayed)
            tell(HostReconnecting{replayed.error()});
        if (AttachClient* client = m_keeper.user())
            m_watcher->begin(*client);
    });
}

void HostThread::show(Watching watching)
{
    m_orders.post([this, watching = std::move(watching)] {
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
    m_orders.post([this, request = std::move(request)] { m_runOrders.stop(m_keeper.user(), request); });
}

void HostThread::rest()
{
    m_interrupt.raise();
    m_orders.post([this] {
        m_interrupt.clear();
        m_goal = Goal::Rest;
        m_watcher.reset();
        m_keeper.close();
    });
}

std::unique_ptr<HostErrand> HostThread::errand(CheckpointDeed deed, const RunFolder& folder, int host,
                                               const QString& checkpoint)
{
    const auto sink = [this](HostEvent event) { tell(std::move(event)); };
    if (deed == CheckpointDeed::Fetch)
        return std::make_unique<CheckpointFetch>(folder, host, checkpoint, sink);
    return std::make_unique<CheckpointErrand>(
        deed, CheckpointReference{folder.info().id.toStdString(), host, checkpoint.toStdString()}, sink);
}

void HostThread::order(CheckpointDeed deed, RunFolder folder, int host, QString checkpoint)
{
    m_orders.post([this, deed, folder = std::move(folder), host, checkpoint = std::move(checkpoint)] {
        send(errand(deed, folder, host, checkpoint));
    });
}

void HostThread::ask(FrameType type, std::string payload, std::uint64_t question)
{
    m_orders.post([this, type, payload = std::move(payload), question] {
        send(std::make_unique<SingleRequest>(question, type, payload,
                                             [this](HostEvent event) { tell(std::move(event)); }));
    });
}

void HostThread::send(std::unique_ptr<HostErrand> errand)
{
    m_errands.push_back(std::move(errand));
    if (AttachClient* client = m_keeper.user())
        m_errands.back()->begin(*client);
    else if (m_goal == Goal::Rest)
        m_questioner.setManner(Questioner::Manner::MayAsk);
}

void HostThread::takeBack(QString checkpoint)
{
    m_interrupt.raise(); // a connection that was made for it alone is not waited for
    m_orders.post([this, checkpoint = std::move(checkpoint)] {
        m_interrupt.clear();
        m_errands.remove_if([&checkpoint](const auto& errand) {
            const bool isMeant = errand->checkpoint() == checkpoint;
            if (isMeant)
                errand->leave();
            return isMeant;
        });
    });
}

void HostThread::preview(PreviewRequest request, std::uint64_t number)
{
    m_orders.post([this, request = std::move(request), number] {
        if (AttachClient* client = m_keeper.client()) // the loss of it has been told
            m_preview.begin(*client, request, number);
    });
}

void HostThread::endPreview()
{
    m_orders.post([this] { m_preview.cancel(m_keeper.client()); });
}

void HostThread::measure(PairRequest request, std::uint64_t number)
{
    m_orders.post([this, request = std::move(request), number] {
        if (AttachClient* client = m_keeper.client()) // the loss of it has been told
            m_pair.begin(*client, request, number);
    });
}

void HostThread::endMeasuring()
{
    m_orders.post([this] { m_pair.cancel(m_keeper.client()); });
}

void HostThread::recordsTaken()
{
    if (m_backlog.take())
        m_orders.wake();
}

void HostThread::tell(HostEvent event)
{
    if (std::holds_alternative<HostRecords>(event)) {
        m_backlog.add();
        waitForRoom();
    }
    m_sink(std::move(event));
}

/// Without a link there is no heartbeat to keep up, so a long journal can wait for its reader here.
void HostThread::waitForRoom()
{
    while (m_keeper.client() == nullptr && m_backlog.isFull() && !m_quit) {
        std::vector<pollfd> none;
        m_orders.flag().clear();
        if (m_backlog.isFull())
            waitFor(none, deadlineIn(std::chrono::milliseconds(100)), m_orders.flag());
    }
}

void HostThread::take(HostEvent event)
{
    if (const auto* failed = std::get_if<HostFailed>(&event))
        fail(*failed);
    else
        tell(std::move(event));
}

void HostThread::run()
{
    while (!m_quit) {
        m_orders.run();
        if (!m_quit)
            keepLink();
        if (!m_quit)
            turn();
    }
    m_keeper.close();
}

void HostThread::keepLink()
{
    if (!wantsLink() || !m_keeper.isDue())
        return;
    const bool inBackground = m_keeper.hasMet() && m_goal == Goal::Watch;
    const auto failure = m_keeper.open([this, inBackground](HostEvent event) {
        if (!inBackground) // where it would only flicker
            tell(std::move(event));
    });
    if (failure)
        linkLost(*failure);
}

void HostThread::linkUp(HostWelcome welcome, Meeting meeting)
{
    m_questioner.setManner(Questioner::Manner::Silent);
    if (meeting == Meeting::Again && m_goal == Goal::Watch)
        tell(HostReconnected{});
    else
        tell(std::move(welcome));
    AttachClient& client = *m_keeper.client();
    if (m_goal == Goal::Watch) {
        m_runOrders.linkUp(client);
        if (m_watcher)
            m_watcher->begin(client);
    }
    for (const auto& errand : m_errands)
        errand->begin(client);
}

void HostThread::linkRefused(const HostFailed& failure)
{
    if (m_goal != Goal::Rest)
        fail(failure);
    failErrands(failure.error);
}

void HostThread::makeWatcher(const Watching& watching)
{
    m_watcher.emplace(watching.folder, watching.host, watching.ranks,
                      [this](HostEvent event) { take(std::move(event)); });
    m_watcher->skip(watching.seen);
}

Deadline HostThread::nextDeadline() const
{
    Deadline deadline = deadlineIn(std::chrono::seconds(60));
    if (const AttachClient* client = m_keeper.client())
        deadline = std::min(deadline, client->nextDeadline());
    else if (wantsLink())
        deadline = std::min(deadline, m_keeper.retryAt());
    if (m_watcher)
        deadline = std::min(deadline, m_watcher->nextDeadline());
    return deadline;
}

void HostThread::turn()
{
    const auto reading = m_backlog.isFull() ? AttachClient::Reading::Paused : AttachClient::Reading::On;
    std::vector<pollfd> descriptors;
    if (const AttachClient* client = m_keeper.client())
        client->addDescriptors(descriptors, reading);
    waitFor(descriptors, nextDeadline(), m_orders.flag());
    Result<void> done;
    if (AttachClient* client = m_keeper.client())
        done = client->process(reading);
    // Also without a link: what came over the last one still waits to be handed on.
    if (m_watcher)
        if (const auto ticked = m_watcher->tick(); done && !ticked)
            done = ticked;
    if (!done && m_keeper.client() != nullptr)
        linkLost({done.error(), ExitCode::HostUnreachable});
    settle();
}

/// What follows from what has arrived.
void HostThread::settle()
{
    for (const auto& errand : m_errands)
        errand->turn();
    m_errands.remove_if([](const auto& errand) { return errand->over(); });
    if (m_watcher)
        m_runOrders.settle(m_keeper.user(), m_watcher->state());
    if (m_watcher && m_watcher->over()) {
        tell(HostMirrored{m_watcher->missing()});
        m_watcher.reset();
        m_goal = Goal::Rest;
    }
    if (m_goal == Goal::Rest && m_errands.empty())
        m_keeper.close();
}

void HostThread::linkLost(const HostFailed& failure)
{
    using std::chrono::milliseconds;
    const AttachClient* client = m_keeper.client();
    const auto silence = client ? Clock::now() - client->lastHeard() : Clock::duration(0);
    m_keeper.close();
    m_preview.cancel(nullptr);
    m_pair.cancel(nullptr);
    m_runOrders.linkLost();
    for (const auto& errand : m_errands)
        errand->linkLost();
    if (m_goal != Goal::Watch) {
        if (m_goal == Goal::Prepare)
            fail(failure);
        return failErrands(failure.error);
    }
    // Until the first time that it works, a person may be near; one who said no is not asked again.
    if (m_keeper.hasMet() || m_questioner.asked() > 0)
        m_questioner.setManner(Questioner::Manner::Silent);
    m_keeper.retryLater();
    tell(HostReconnecting{failure.error, std::chrono::duration_cast<milliseconds>(silence)});
}

void HostThread::failErrands(const Error& error)
{
    for (const auto& errand : m_errands)
        errand->fail(error); // settle() removes them
}

void HostThread::fail(const HostFailed& failure)
{
    m_goal = Goal::Rest;
    m_runOrders.dropStart();
    tell(failure);
}

} // namespace lockstep
