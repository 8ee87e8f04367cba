// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_controller.h"

#include "remote/run/run_controller_state.h"

#include <algorithm>

namespace lockstep {

namespace {

Error busy()
{
    return {LOCKSTEP_TEXT("This controller already has a run."), {}, ""};
}

} // namespace

RunController::State::State(RunController& face, RemoteOptions settings)
    : q(face), options(std::move(settings))
{
    if (options.runsFolder.isEmpty())
        options.runsFolder = defaultRunsFolder();
    farewell.setSingleShot(true);
    QObject::connect(&farewell, &QTimer::timeout, &q, [this] { conclude(); });
}

RunController::State::~State()
{
    // All at once, so that the joins do not add up.
    for (HostEntry& entry : hosts)
        if (entry.thread)
            entry.thread->interrupt();
}

void RunController::State::addHosts()
{
    const Topology& topology = folder.experiment().topology;
    hosts.clear();
    hosts.resize(topology.hosts.size());
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        hosts[i].host = topology.hosts[i];
        hosts[i].status.host = static_cast<int>(i);
    }
    for (const Placement& placement : placeRanks(topology))
        hosts[placement.host].ranks.insert(placement.rank);
    info.bundles.resize(static_cast<qsizetype>(hosts.size()));
}

void RunController::State::makeThread(std::size_t index)
{
    HostLinkOptions link;
    link.host = hosts[index].host;
    link.remote = options;
    link.preferredBundle =
        attached ? info.bundles.value(static_cast<qsizetype>(index)).toStdString() : std::string();
    RunController* face = &q;
    hosts[index].thread =
        std::make_unique<HostThread>(std::move(link), secrets, [this, face, index](HostEvent event) {
            // Dropped by Qt when the controller is gone, which joins this thread before.
            QMetaObject::invokeMethod(
                face, [this, index, event = std::move(event)] { handle(index, event); },
                Qt::QueuedConnection);
        });
}

HostThread::Watching RunController::State::watching(std::size_t index) const
{
    return {folder, static_cast<int>(index), hosts[index].ranks, seen};
}

Result<void> RunController::State::begin(RunFolder opened, const std::string& resumeFrom)
{
    folder = std::move(opened);
    info = folder.info();
    resume = resumeFrom;
    addHosts();
    if (every([](const HostEntry&) { return false; }))
        return Error{
            LOCKSTEP_TEXT("No host has a device, so there is no rank to run. Add a device to a host."),
            {},
            ""};
    info.phase = RunPhase::Submitted;
    info.exitCode = 0;
    info.reason = {};
    info.culprit = -1;
    info.complete = false;
    if (const auto saved = folder.setInfo(info); !saved)
        return saved.error();
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i].ranks.empty())
            continue;
        makeThread(i);
        hosts[i].thread->prepare();
    }
    setPhase(Phase::Connecting);
    return {};
}

void RunController::State::open(RunFolder opened)
{
    folder = std::move(opened);
    info = folder.info();
    attached = true;
    addHosts();
    setPhase(Phase::Connecting);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i].ranks.empty())
            continue;
        makeThread(i);
        if (info.complete)
            hosts[i].thread->show(watching(i));
        else
            hosts[i].thread->watch(watching(i));
    }
}

RunController::RunController(RemoteOptions options, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, std::move(options)))
{
}

RunController::~RunController() = default;

Result<void> RunController::start(const Experiment& experiment)
{
    if (m_state->phase != Phase::Idle)
        return busy();
    auto folder = RunFolder::create(m_state->options.runsFolder, experiment);
    if (!folder)
        return folder.error();
    return m_state->begin(std::move(folder.value()), "");
}

Result<void> RunController::attach(const QString& runFolder, const QMap<int, quint64>& seen)
{
    if (m_state->phase != Phase::Idle)
        return busy();
    auto folder = RunFolder::open(runFolder);
    if (!folder)
        return folder.error();
    m_state->seen = seen;
    m_state->open(std::move(folder.value()));
    return {};
}

Result<void> RunController::resume(const QString& runFolder)
{
    if (m_state->phase != Phase::Idle)
        return busy();
    auto folder = RunFolder::open(runFolder);
    if (!folder)
        return folder.error();
    RunInfo info = folder.value().info();
    if (!hasEnded(info.phase))
        return Error{LOCKSTEP_TEXT("The run %1 has not ended. Attach to it, or stop it first."),
                     {info.id.toStdString()},
                     ""};
    ++info.attempt;
    if (const auto saved = folder.value().setInfo(info); !saved)
        return saved.error();
    return m_state->begin(std::move(folder.value()), "latest");
}

void RunController::stop()
{
    m_state->stop();
}

RunController::Phase RunController::phase() const
{
    return m_state->phase;
}

const RunFolder& RunController::folder() const
{
    return m_state->folder;
}

QVector<HostStatus> RunController::hosts() const
{
    QVector<HostStatus> answer;
    for (const auto& entry : m_state->hosts)
        answer.append(entry.status);
    return answer;
}

void RunController::answerHostKey(int host, bool trust)
{
    const auto index = static_cast<std::size_t>(host);
    if (index < m_state->hosts.size() && m_state->hosts[index].thread)
        m_state->hosts[index].thread->answerHostKey(trust);
}

void RunController::answerSecret(int host, const QByteArray& secret)
{
    const auto index = static_cast<std::size_t>(host);
    const Secret answer(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size())));
    std::set<std::size_t> asking{index};
    if (m_state->sharedQuestion.contains(index))
        asking = std::exchange(m_state->sharedQuestion, {});
    for (const std::size_t one : asking)
        if (one < m_state->hosts.size() && m_state->hosts[one].thread)
            m_state->hosts[one].thread->answerSecret(answer.copy());
}

void RunController::fetch(const QString& file)
{
    // A rank's own files are with its host, everything else with the host of rank 0.
    const auto record = parseRecordFile(file.toStdString());
    const int rank = record && record->writer == RecordFile::Writer::Rank ? record->number : 0;
    const auto entry =
        std::ranges::find_if(m_state->hosts, [rank](const auto& one) { return one.ranks.contains(rank); });
    const QString target = m_state->folder.mirrorPath(file);
    if (entry == m_state->hosts.end() || !entry->thread || target.isEmpty()) {
        emit fetchFinished(file,
                           Error{LOCKSTEP_TEXT("\"%1\" is no file of this run."), {file.toStdString()}, ""});
        return;
    }
    entry->thread->fetch({.run = m_state->folder.info().id.toStdString(),
                          .host = entry->status.host,
                          .file = file.toStdString(),
                          .offset = 0},
                         target);
}

} // namespace lockstep
