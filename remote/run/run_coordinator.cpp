// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_coordinator.h"

#include "remote/mirrors/run_watch.h"
#include "remote/run/further_attempts.h"
#include "remote/run/run_launch.h"
#include "remote/run/run_verdict.h"

#include <algorithm>

namespace lockstep {

namespace {

/// How long a host that is out of reach may keep a run open whose other hosts have ended.
constexpr std::chrono::seconds kOutOfReachTime{60};
/// The same where the run can begin again as soon as that host is back, as after a restart of the machine.
constexpr std::chrono::minutes kRestartTime{10};
/// How long the hosts of a run that never began, or that a person does not want any more, may take to say
/// goodbye.
constexpr std::chrono::seconds kFarewellTime{10};

} // namespace

RunCoordinator::RunCoordinator(RunController& face, const RemoteOptions& options)
    : m_face(face), m_hosts(options, face,
                            [this](RunHost& host, const HostEvent& event) {
                                std::visit([this, &host](const auto& one) { take(host, one); }, event);
                            }),
      m_news(face, m_hosts)
{
    m_pause.setSingleShot(true);
    m_farewell.setSingleShot(true);
    m_leases.setSingleShot(true);
    QObject::connect(&m_pause, &QTimer::timeout, &m_face, [this] { meetAgain(); });
    QObject::connect(&m_farewell, &QTimer::timeout, &m_face, [this] { conclude(); });
    QObject::connect(&m_leases, &QTimer::timeout, &m_face, [this] { m_news.tellOutOfReach(); });
}

// Beginning

void RunCoordinator::open(RunFolder folder, std::shared_ptr<Rehearsal> rehearsal)
{
    m_folder = std::move(folder);
    m_info = m_folder.info();
    m_hosts.make(m_folder.experiment(), std::move(rehearsal));
    m_info.bundles.resize(static_cast<qsizetype>(m_hosts.all().size()));
    for (RunHost& host : m_hosts.all())
        if (const auto absence = absenceOf(host.status.host, m_folder)) {
            host.status.state = RunPhase::EndedWithOthers;
            host.status.error = absence;
        }
}

HostThread::Watching RunCoordinator::watching(const RunHost& host) const
{
    return {m_folder, host.status.host, host.ranks, m_seen};
}

Result<void> RunCoordinator::launch(RunFolder folder, std::string resumeFrom,
                                    std::shared_ptr<Rehearsal> rehearsal)
{
    open(std::move(folder), std::move(rehearsal));
    m_resume = std::move(resumeFrom);
    if (!m_hosts.any([](const RunHost&) { return true; }))
        return Error{
            LOCKSTEP_TEXT("No host has a device, so there is no rank to run. Add a device to a host."),
            {},
            ""};
    if (const auto saved = m_folder.setInfo(m_info); !saved)
        return saved.error();
    m_course = Course::Launching;
    m_isOwn = true;
    m_watch = watchRun(m_folder.path());
    const Topology& topology = m_folder.experiment().topology;
    for (RunHost& host : m_hosts.all())
        if (host.takesPart())
            m_hosts.makeThread(host, {}, libraryWish(topology, host.status.host, LibraryWish::Act::Ask))
                .prepare();
    setPhase(RunPhase::Connecting);
    return {};
}

void RunCoordinator::watch(RunFolder folder, QMap<int, quint64> seen)
{
    open(std::move(folder));
    m_seen = std::move(seen);
    if (neverBegan(m_folder)) {
        m_info.phase = RunPhase::NotStarted;
        m_info.exitCode = static_cast<int>(ExitCode::Failure);
        m_info.complete = true;
    }
    m_course = Course::Watching;
    if (!m_info.complete) // else it is shown from the disk
        setPhase(RunPhase::Connecting);
    for (RunHost& host : m_hosts.all()) {
        if (!host.takesPart())
            continue;
        host.stage = RunHost::Stage::Watched;
        HostThread& thread = m_hosts.makeThread(host, m_info.bundles.value(host.status.host));
        if (m_info.complete)
            thread.show(watching(host));
        else
            thread.watch(watching(host));
    }
}

void RunCoordinator::submitAll()
{
    const auto addresses = bindAddresses(m_folder.experiment().topology, m_hosts.welcomes());
    if (!addresses)
        return giveUp(addresses.error(), ExitCode::Failure);
    setPhase(RunPhase::Launching);
    for (const auto& [index, address] : addresses.value()) {
        RunHost& host = m_hosts.at(index);
        host.stage = RunHost::Stage::Submitting;
        setStatus(host, RunPhase::Launching);
        host.thread->submit({.run = m_info.id.toStdString(),
                             .attempt = m_info.attempt,
                             .host = host.status.host,
                             .experiment = toJson(m_folder.experiment()),
                             .address = address,
                             .resume = m_resume});
    }
}

void RunCoordinator::startAll()
{
    const auto replies = m_hosts.replies();
    auto request = startRequest(m_info.id.toStdString(), m_folder.experiment(), replies);
    if (!request)
        return giveUp(request.error(), ExitCode::Failure);
    for (const auto& [index, reply] : replies) {
        request.value().host = static_cast<int>(index);
        m_hosts.at(index).thread->start(request.value(), watching(m_hosts.at(index)));
    }
}

void RunCoordinator::begun()
{
    m_course = Course::Watching;
    setPhase(RunPhase::Training);
}

// What persons ask for

void RunCoordinator::stop()
{
    if (m_course != Course::Launching && m_course != Course::Watching)
        return;
    // Late enough for some hosts to train already: then it is a stop like any other.
    if (m_course == Course::Launching && !m_hosts.any(&RunHost::hasStarted))
        return giveUp(m_info.attempt > 1 ? Sentence{LOCKSTEP_TEXT("Stopped before attempt %1 began."),
                                                    {std::to_string(m_info.attempt)}}
                                         : LOCKSTEP_TEXT("Stopped before the training began."),
                      ExitCode::Stopped);
    m_course = Course::Stopping;
    setPhase(RunPhase::Stopping);
    if (m_farewell.isActive()) // all in reach have ended already
        m_farewell.start(kFarewellTime);
    for (const RunHost& host : m_hosts.all())
        if (HostThread* thread = host.listener())
            thread->stop({.run = m_info.id.toStdString(), .host = host.status.host});
}

// What happens on the hosts

void RunCoordinator::on(RunHost& host, const HostConnecting& event)
{
    if (m_phase == RunPhase::Connecting || m_phase == RunPhase::Deploying)
        setStatus(host, RunPhase::Connecting, event.delay);
}

void RunCoordinator::on(RunHost& host, const HostDeploying& event)
{
    if (m_course == Course::Over)
        return;
    host.status.bytesDone = static_cast<qint64>(event.done);
    host.status.bytesTotal = static_cast<qint64>(event.total);
    setStatus(host, RunPhase::Deploying);
    if (m_phase == RunPhase::Connecting)
        setPhase(RunPhase::Deploying);
}

void RunCoordinator::on(RunHost& host, const HostWelcome& event)
{
    host.welcome = event;
    emit m_face.hostReported(host.host, event.report);
    m_info.bundles[host.status.host] = QString::fromStdString(event.bundle);
    if (m_course != Course::Launching)
        return;
    host.stage = std::max(host.stage, RunHost::Stage::Welcomed);
    setStatus(host, RunPhase::Connecting);
    if (m_hosts.every([](const RunHost& one) { return one.welcome.has_value(); }))
        submitAll();
}

void RunCoordinator::on(RunHost& host, const HostSubmitted& event)
{
    host.submitted = event.reply;
    if (m_course != Course::Launching)
        return; // its stop is on the way already
    host.stage = RunHost::Stage::Submitted;
    setStatus(host, RunPhase::Submitted);
    if (m_hosts.every([](const RunHost& one) { return one.submitted.has_value(); }))
        startAll();
}

void RunCoordinator::on(RunHost& host, const HostStarted&)
{
    host.stage = std::max(host.stage, RunHost::Stage::Watched);
    if (!host.state)
        setStatus(host, RunPhase::Training);
    if (m_course == Course::Launching && m_hosts.every(&RunHost::hasStarted))
        begun();
}

void RunCoordinator::on(RunHost& host, const HostReconnecting& event)
{
    if (host.isDone() || !host.takesPart())
        return;
    if (!host.isAway())
        host.lose(event.silence, m_folder);
    host.status.outOfReach = m_hosts.knownOfAway(host);
    setStatus(host, RunPhase::Reconnecting, event.reason);
    m_news.orders().lose(host);
    if (!m_leases.isActive())
        m_leases.start(kLeaseEnds + std::chrono::milliseconds(100));
    concludeIfOver();
}

void RunCoordinator::on(RunHost& host, const HostReconnected&)
{
    if (host.takesPart())
        setStatus(host, host.state ? phaseOf(host, *host.state) : RunPhase::Submitted);
}

void RunCoordinator::on(RunHost& host, const HostFailed& event)
{
    // Once it has started, only our sight of it is lost: the run goes on, or the leases among the hosts end
    // it.
    const bool endsLaunch = m_course == Course::Launching && !host.hasStarted();
    host.stage = host.knowsOfRun() ? RunHost::Stage::Lost : RunHost::Stage::Released;
    setStatus(host, RunPhase::Failed, event.error);
    if (endsLaunch)
        giveUp(aboutHost(host.host, event.error), event.code, host.status.host);
    concludeIfOver();
}

void RunCoordinator::on(RunHost& host, const HostRunState& event)
{
    host.state = event.state;
    if (event.state.phase != RunPhase::Submitted)
        host.stage = std::max(host.stage, RunHost::Stage::Watched);
    const RunPhase phase = phaseOf(host, event.state);
    setStatus(host, phase, newsOf(phase, host, m_info));
    m_news.tellOutOfReach();
    // It may be another desktop that has asked for the end.
    const RunPhase told = event.state.phase == RunPhase::Stopping ? RunPhase::Stopping : RunPhase::Training;
    if (m_course == Course::Watching && m_hosts.every(waitsForItsAttempt))
        setPhase(RunPhase::Submitted);
    else if (m_course == Course::Watching && m_phase < told)
        setPhase(told);
    else if (m_course == Course::Launching && m_phase == RunPhase::Launching &&
             m_hosts.every(&RunHost::trains))
        begun();
    concludeIfOver();
}

void RunCoordinator::on(RunHost& host, const HostMirrored& event)
{
    host.stage = event.missing ? RunHost::Stage::Partial : RunHost::Stage::Mirrored;
    if (event.missing)
        setStatus(host, host.status.state, event.missing);
    concludeIfOver(); // where what is shown from the disk gets its phase
}

// The run as a whole

/// The run cannot begin: whoever knows of it already is told to end it, the others are left alone.
void RunCoordinator::giveUp(const Sentence& reason, ExitCode code, int culpritHost)
{
    m_course = Course::GivenUp;
    m_info.phase = code == ExitCode::Stopped ? RunPhase::Finished : RunPhase::Failed;
    m_info.exitCode = static_cast<int>(code);
    m_info.reason = reason;
    if (culpritHost >= 0)
        m_info.culpritHosts = {culpritHost};
    for (RunHost& host : m_hosts.all()) {
        host.hasBegun = host.hasStarted();
        HostThread* thread = host.listener();
        if (thread == nullptr)
            continue;
        if (host.knowsOfRun()) {
            thread->watch(watching(host));
            thread->stop({.run = m_info.id.toStdString(), .host = host.status.host, .graceSeconds = 0});
            setStatus(host, RunPhase::Stopping);
        } else {
            thread->rest();
            host.stage = RunHost::Stage::Released;
            setStatus(host, code == ExitCode::Stopped ? RunPhase::Stopped : RunPhase::NotStarted);
        }
    }
    m_farewell.start(kFarewellTime);
    concludeIfOver();
}

void RunCoordinator::concludeIfOver()
{
    if (m_course == Course::Over || m_course == Course::Idle)
        return;
    if (m_hosts.any([](const RunHost& host) { return host.next.has_value(); }))
        return followAttempts();
    if (m_hosts.every(&RunHost::isDone))
        return conclude();
    if (m_course == Course::GivenUp)
        return;
    const bool someEnded = m_hosts.any(&RunHost::isDone);
    const bool othersAway = m_hosts.every([](const RunHost& host) { return host.isDone() || host.isAway(); });
    if (someEnded && othersAway && !m_farewell.isActive())
        m_farewell.start(awaitsRestart() ? kRestartTime : kOutOfReachTime);
    else if (!othersAway)
        m_farewell.stop();
}

RunInfo RunCoordinator::verdict() const
{
    if (m_info.complete) // shown from the disk
        return m_info;
    RunInfo answer =
        m_course == Course::GivenUp ? m_info : verdictOf(m_info, m_hosts.all(), lastWordsIn(m_folder));
    answer.complete =
        m_hosts.every([](const RunHost& host) { return host.isComplete() || !host.knowsOfRun(); });
    return answer;
}

void RunCoordinator::conclude()
{
    if (m_course == Course::Over || (mayBeginAnother() && beginAnother()))
        return;
    m_info = verdict();
    m_course = Course::Over;
    m_pause.stop();
    m_farewell.stop();
    m_leases.stop();
    saveInfo();
    for (const RunHost& host : m_hosts.all())
        if (HostThread* thread = host.listener())
            thread->rest();
    for (RunHost& host : m_hosts.all()) {
        if (!host.takesPart())
            continue;
        host.hasBegun = host.hasBegun && hasRecords(m_folder, host);
        setStatus(host, endOf(host, m_info), errorAtTheEnd(host, m_info));
    }
    setPhase(shownPhase(m_info.phase, m_info.exitCode));
    m_watch.reset();
    emit m_face.finished(m_info);
}

void RunCoordinator::setPhase(RunPhase next)
{
    if (m_phase == next)
        return;
    m_phase = next;
    // One that was begun before has come further than this connection; but it may wait for its next attempt.
    if (m_course == Course::Launching || isLive(next) || next == RunPhase::Submitted)
        m_info.phase = next;
    if (!m_watch && isLive(next))
        m_watch = watchRun(m_folder.path());
    saveInfo();
    emit m_face.phaseChanged(next);
}

void RunCoordinator::setStatus(RunHost& host, RunPhase next, std::optional<Sentence> error)
{
    HostStatus& status = host.status;
    const bool same = status.state == next && status.error == error && next != RunPhase::Deploying;
    if (std::exchange(status.state, next) == RunPhase::Reconnecting && next != RunPhase::Reconnecting)
        status.heard = {};
    status.error = std::move(error);
    if (!same)
        emit m_face.hostChanged(status);
}

/// A disk that is full must not end the watching; what cannot be saved now is said in the end.
void RunCoordinator::saveInfo()
{
    if (const auto saved = m_folder.setInfo(m_info); !saved && m_info.reason.empty())
        m_info.reason = saved.error();
}

} // namespace lockstep
