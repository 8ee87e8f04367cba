// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attempt.h"

#include "engine/host/restart_plan.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr double kTerminatedGrace = 10;
/// How long a failed or stopped host waits for the others' last words once its own ranks have ended.
constexpr auto kLastWords = std::chrono::milliseconds(1500);
/// How long it waits for the lead's word on another attempt: its ranks may take some time to end.
constexpr auto kLeadsWord = std::chrono::seconds(30);
/// How long a rank that others have lost may take to end by itself, having failed: then it says why.
constexpr auto kOwnEnd = std::chrono::milliseconds(100);
constexpr auto kSweepLimit = std::chrono::seconds(60);

const HostFolder& prepared(const HostFolder& folder, const SubmitRequest& request)
{
    folder.makeFolder(attemptFolder(request.attempt));
    folder.writeFile(std::string(kExperimentFile), request.experiment);
    return folder;
}

bool spansHosts(const std::vector<Placement>& placements)
{
    return std::any_of(placements.begin(), placements.end(),
                       [&](const Placement& p) { return p.host != placements.front().host; });
}

RankStarted firstRecord(const SubmitRequest& request, const AttemptGround& ground)
{
    const Experiment& experiment = ground.experiment;
    RankStarted started;
    started.run = request.run;
    started.attempt = request.attempt;
    started.rank = -1;
    started.worldSize = static_cast<int>(placeRanks(experiment).size());
    started.host = experiment.topology.hosts.at(static_cast<std::size_t>(request.host)).name;
    started.processId = ::getpid();
    started.engine = LOCKSTEP_VERSION;
    started.model = experiment.model.name;
    started.epochs = experiment.training.epochs;
    return started;
}

} // namespace

Attempt::Attempt(const AttemptGround& ground, SubmitRequest request, int restartsLeft)
    : m_ground(ground), m_request(std::move(request)), m_restartsLeft(restartsLeft),
      m_record(prepared(ground.folder, m_request), m_request.attempt),
      m_crew(ground.options.rankCommand, m_request, ground.folder,
             {ground.experiment, ground.document, ground.placements, ground.drawnRanks}),
      m_patience(ground.folder, m_request.attempt, ground.options.saving)
{
}

void Attempt::announce(const std::string& note)
{
    m_record.write(firstRecord(m_request, m_ground));
    m_record.note(note);
}

RunPhase Attempt::phase() const
{
    if (!m_hasBegun)
        return RunPhase::Submitted;
    return m_end.stopRequested() ? RunPhase::Stopping : RunPhase::Training;
}

void Attempt::start(StartRequest start, DataPorts ports, Clock::time_point at)
{
    m_start = std::move(start);
    m_ports = std::move(ports);
    m_beginAt = at;
}

void Attempt::begin()
{
    m_hasBegun = true;
    if (spansHosts(m_ground.placements))
        connectLeases();
    beginCopying();
    m_ports.lease.reset();
}

void Attempt::connectLeases()
{
    LeaseOptions options;
    options.self = m_request.host;
    options.leases = m_start->leases;
    for (const Host& host : m_ground.experiment.topology.hosts)
        options.hostNames.push_back(host.name);
    options.listener = std::move(m_ports.lease);
    options.token = parseRunToken(m_start->token);
    options.run = m_request.run;
    options.attempt = m_request.attempt;
    m_leases.emplace(std::move(options));
}

void Attempt::startRanks()
{
    const auto count = [this](Role role) {
        return std::ranges::count_if(m_ground.placements, [&](const Placement& placement) {
            return placement.role == role && placement.host == static_cast<std::size_t>(m_request.host);
        });
    };
    const auto servers = count(Role::Server);
    m_record.note("Starting " + std::to_string(count(Role::Rank)) + " ranks" +
                  (servers > 0 ? " and " + std::to_string(servers) + " servers." : "."));
    const auto cause = m_crew.start(*m_start, std::exchange(m_ports.processes, {}));
    for (const std::string& note : m_crew.notes())
        m_record.note(note);
    if (cause)
        fail(*cause);
}

void Attempt::addTo(PollTurn& turn)
{
    if (m_leases)
        m_leases->addTo(turn);
    if (m_copying)
        m_copying->addTo(turn);
    m_crew.addTo(turn);
}

Clock::time_point Attempt::nextDeadline() const
{
    const auto next = Clock::now() + std::chrono::milliseconds(m_end.isPressing() ? 50 : 250);
    return m_start && !m_hasBegun ? std::min(next, m_beginAt) : next;
}

void Attempt::reap()
{
    std::vector<RankEnd> ends = m_crew.reap();
    for (RankEnd& end : ends) {
        end.memory = m_memory.shortage(Clock::now());
        rankEnded(end);
    }
}

void Attempt::rankEnded(const RankEnd& end)
{
    m_record.note((end.role == Role::Rank ? "Rank " : "Server ") + std::to_string(end.rank) +
                  " ended with exit code " + std::to_string(end.exitCode) + ".");
    if (end.exitCode == static_cast<int>(ExitCode::Success) && !m_firstSuccess)
        m_firstSuccess = Clock::now();
    if (end.exitCode == static_cast<int>(ExitCode::Stopped))
        requestStop(kTerminatedGrace, "A rank was asked to stop from outside.");
    const Cause cause = causeOf(end, m_end.cause());
    if (isOutlived(end, m_ground.experiment.training) && !m_end.hasBegun()) {
        if (cause.strength != CauseStrength::None)
            m_record.warn(cause.message);
        return;
    }
    // When ranks leave one after the other, those that still wait for them complain: that is no failure.
    if (cause.strength == CauseStrength::Origin || !m_end.stopRequested())
        fail(cause);
}

void Attempt::takeLeaseMessages()
{
    for (const LeaseMessage& message : m_leases->takeMessages()) {
        switch (message.kind) {
        case LeaseMessage::Kind::Stop:
            // Ranks that leave because others fail look like a stop to a host that has not heard of it yet.
            if (requestStop(message.graceSeconds, "Another host was asked to stop the run."))
                m_stopAsked = true;
            break;
        case LeaseMessage::Kind::Failed:
            if (message.cause.strength == CauseStrength::Origin || !m_end.stopRequested())
                fail(message.cause);
            break;
        case LeaseMessage::Kind::Gone:
            m_hostIsGone = true;
            [[fallthrough]];
        case LeaseMessage::Kind::Lost:
            m_record.warn(message.cause.message);
            if (!m_end.stopRequested() && !m_leases->wasDone(message.host))
                fail(message.cause);
            break;
        case LeaseMessage::Kind::Restart:
            m_restartTold = m_restartTold || message.host == lead();
            break;
        case LeaseMessage::Kind::Done:
        case LeaseMessage::Kind::Ended:
            break;
        }
    }
}

void Attempt::tick()
{
    if (m_start && !m_hasBegun && !m_end.hasBegun() && Clock::now() >= m_beginAt)
        begin();
    if (m_leases) {
        m_leases->tick();
        takeLeaseMessages();
    }
    passCopies();
    const bool connected = m_hasBegun && !(m_leases && m_leases->connecting());
    const bool mayBegin = connected && (!m_copying || m_copying->mayBegin());
    if (mayBegin && !m_crew.started() && !m_end.hasBegun())
        startRanks();
    checkTimes();
    m_memory.look(Clock::now());
    if (m_suspect && Clock::now() >= m_suspect->examineAt)
        examine(std::exchange(m_suspect, std::nullopt)->rank);
    const std::vector<int> killed = m_end.press(m_crew, m_patience);
    for (const Sentence& words : m_patience.takeWords())
        m_record.warn(words);
    for (const int rank : killed)
        m_record.warn(killedSentence({rank}));
    if (!m_isOver)
        settle();
}

void Attempt::checkTimes()
{
    const auto now = Clock::now();
    const auto& limits = m_ground.options;
    if (!m_start && now - m_madeAt > limits.startLimit)
        fail({CauseStrength::Origin, static_cast<int>(ExitCode::Failure), -1,
              Sentence(LOCKSTEP_TEXT("The run was never started: no word came within %1 seconds after it had "
                                     "been submitted."),
                       {std::to_string(limits.startLimit.count() / 1000)}),
              0});
    if (m_firstSuccess && now - *m_firstSuccess > limits.stragglerLimit && !m_crew.ended())
        fail({CauseStrength::Symptom, static_cast<int>(ExitCode::Failure), -1,
              LOCKSTEP_TEXT("Some ranks have not ended long after the others had."), 0});
    if (const auto late = m_crew.overdue(now))
        fail(*late);
}

void Attempt::stop(double graceSeconds, const std::string& note)
{
    m_stopAsked = true;
    requestStop(graceSeconds, note);
}

bool Attempt::requestStop(double graceSeconds, const std::string& note)
{
    if (m_isOver || !m_end.requestStop(graceSeconds))
        return false;
    m_record.note(note);
    if (m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Stop, 0, {}, graceSeconds});
    return true;
}

void Attempt::fail(const Cause& cause)
{
    if (!m_end.fail(cause))
        return;
    m_record.warn(cause.message);
    if (m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Failed, 0, cause, 0});
    const bool isLost = cause.exitCode == static_cast<int>(ExitCode::PeerLost) && cause.culprit >= 0;
    if (isLost && !std::exchange(m_hasExamined, true))
        m_suspect = Suspect{cause.culprit, Clock::now() + kOwnEnd};
}

void Attempt::examine(int rank)
{
    const auto found = m_crew.examine(rank);
    if (found && found->strength == CauseStrength::None)
        m_record.warn(found->message);
    else if (found)
        fail(*found);
}

void Attempt::tellOthers(LeaseMessage::Kind kind, bool& told)
{
    if (m_leases && !std::exchange(told, true))
        m_leases->broadcast({kind, 0, {}, 0});
}

void Attempt::settle()
{
    if (!m_crew.ended() || (!m_crew.started() && !m_end.hasBegun()))
        return;
    const auto now = Clock::now();
    if (!m_ranksEndedAt)
        m_ranksEndedAt = now;
    if (!m_end.hasBegun()) {
        if (!m_doneTold && !copiesAreMade(now))
            return;
        tellOthers(LeaseMessage::Kind::Done, m_doneTold);
        m_isOver = !m_leases || m_leases->allDone();
        return;
    }
    tellOthers(LeaseMessage::Kind::Ended, m_endedTold);
    const auto isFollowed = sequel(now);
    if (!isFollowed)
        return;
    m_isOver = true;
    m_isFollowed = *isFollowed;
    if (m_isFollowed && lead() == m_request.host && m_leases)
        m_leases->broadcast({LeaseMessage::Kind::Restart, 0, {}, 0});
}

bool Attempt::othersHaveEnded(Clock::time_point now) const
{
    return !m_leases || m_leases->connecting() || m_leases->allEnded() || now - *m_ranksEndedAt > kLastWords;
}

int Attempt::lead() const
{
    return static_cast<int>(m_ground.placements.front().host);
}

bool Attempt::mayBeFollowed() const
{
    return m_start && m_restartsLeft > 0 && m_end.failed() && !m_stopAsked && isWorthAnother(m_end.cause());
}

bool Attempt::hasItsHosts() const
{
    return !m_hostIsGone || m_ground.experiment.restart.elastic;
}

std::optional<bool> Attempt::sequel(Clock::time_point now) const
{
    if (!othersHaveEnded(now))
        return std::nullopt;
    if (m_restartTold)
        return !m_stopAsked;
    if (lead() == m_request.host || !mayBeFollowed())
        return mayBeFollowed() && hasItsHosts();
    if (!m_leases)
        return !spansHosts(m_ground.placements); // the others wait for it in this attempt, not in the next
    // A connection to a third host that was torn down looks as if that host's supervisor were gone: the lead
    // knows better.
    switch (m_leases->contact(lead())) {
    case LeaseLinks::Contact::Open:
        return now - *m_ranksEndedAt < kLeadsWord ? std::nullopt : std::optional(false);
    case LeaseLinks::Contact::Left:
        return false; // without that word
    case LeaseLinks::Contact::Lost:
        break;
    }
    return hasItsHosts(); // where the lead's network is cut, it finds the same of this host
}

RankFinished Attempt::finish()
{
    tellOthers(LeaseMessage::Kind::Ended, m_endedTold);
    m_copying.reset();
    if (m_leases)
        m_leases->close(std::chrono::milliseconds(1000));
    const auto left =
        sweepProcesses(SweepScope::MarkedAndDescendants, m_ground.folder.mark(), Clock::now() + kSweepLimit);
    if (!left.empty())
        m_record.warn(Sentence(LOCKSTEP_TEXT("%1 processes of the run cannot be killed; they wait inside the "
                                             "system, as on a broken disk or GPU."),
                               {std::to_string(left.size())}));
    RankFinished finished;
    finished.exitCode = m_end.exitCode();
    finished.message = m_end.message();
    finished.culprit = m_end.cause().culprit;
    finished.seconds = std::chrono::duration<double>(Clock::now() - m_madeAt).count();
    m_record.write(finished);
    m_record.note("The attempt has ended with exit code " + std::to_string(finished.exitCode) + ". " +
                  finished.message.english());
    m_record.sync();
    return finished;
}

} // namespace lockstep
