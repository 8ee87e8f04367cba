// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_controller.h"

#include "engine/protocol/experiment_member.h"
#include "engine/protocol/resume_point.h"
#include "engine/protocol/run_files.h"
#include "remote/rehearsal/rehearsal.h"
#include "remote/rehearsal/rehearsal_mark.h"
#include "remote/run/run_coordinator.h"

namespace lockstep {

namespace {

Error busy()
{
    return {LOCKSTEP_TEXT("This controller already has a run."), {}, ""};
}

} // namespace

RunController::RunController(RemoteOptions options, QObject* parent)
    : QObject(parent), m_runsFolder(options.runsFolder.isEmpty() ? defaultRunsFolder() : options.runsFolder),
      m_run(std::make_unique<RunCoordinator>(*this, options))
{
}

RunController::~RunController() = default;

Result<void> RunController::start(const Experiment& experiment)
{
    if (!m_run->isIdle())
        return busy();
    auto folder = RunFolder::create(m_runsFolder, experiment);
    if (!folder)
        return folder.error();
    return m_run->launch(std::move(folder.value()), "");
}

Result<void> RunController::rehearse(const Experiment& experiment, std::shared_ptr<Rehearsal> rehearsal)
{
    if (!m_run->isIdle())
        return busy();
    auto folder = RunFolder::create(m_runsFolder, experiment);
    if (!folder)
        return folder.error();
    if (const auto marked = markRehearsal(folder.value().path(), factsOf(*rehearsal)); !marked)
        return marked.error();
    return m_run->launch(std::move(folder.value()), "", std::move(rehearsal));
}

Result<void> RunController::attach(const QString& runFolder, const QMap<int, quint64>& seen)
{
    if (!m_run->isIdle())
        return busy();
    auto folder = RunFolder::open(runFolder);
    if (!folder)
        return folder.error();
    if (isRehearsal(runFolder) && !hasEnded(folder.value().info().phase)) {
        if (const auto ended = closeRehearsal(folder.value()); !ended)
            return ended.error();
    }
    m_run->watch(std::move(folder.value()), seen);
    return {};
}

Result<void> RunController::resume(const QString& runFolder, const FurtherAttempt& further)
{
    if (!m_run->isIdle())
        return busy();
    auto folder = RunFolder::open(runFolder);
    if (!folder)
        return folder.error();
    const RunInfo& info = folder.value().info();
    if (!hasEnded(info.phase))
        return Error{LOCKSTEP_TEXT("The run %1 has not ended. Attach to it, or stop it first."),
                     {info.id.toStdString()},
                     ""};
    if (isRehearsal(runFolder))
        return Error{
            LOCKSTEP_TEXT("The run %1 was a rehearsal, whose hosts are gone. Rehearse its experiment "
                          "again."),
            {info.id.toStdString()},
            ""};
    if (further.epochs > 0) {
        Experiment longer = folder.value().experiment();
        if (const auto set = setMember(longer, "training.epochs", std::to_string(further.epochs)); !set)
            return set.error();
    }
    if (const auto saved = folder.value().setInfo(nextAttempt(info, further)); !saved)
        return saved.error();
    return m_run->launch(std::move(folder.value()),
                         further.fromStep ? checkpointName(*further.fromStep) : std::string(kResumeLatest));
}

void RunController::stop()
{
    m_run->stop();
}

RunPhase RunController::phase() const
{
    return m_run->phase();
}

const RunFolder& RunController::folder() const
{
    return m_run->folder();
}

QVector<HostStatus> RunController::hosts() const
{
    return m_run->hosts();
}

void RunController::answerHostKey(int host, bool trust)
{
    m_run->answerHostKey(host, trust);
}

void RunController::answerLibraries(int host, bool send)
{
    m_run->answerLibraries(host, send);
}

void RunController::answerSecret(int host, const QByteArray& secret)
{
    m_run->answerSecret(
        host, Secret(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size()))));
}

void RunController::orderCheckpoint(CheckpointDeed deed, const QString& checkpoint)
{
    m_run->orderCheckpoint(deed, checkpoint);
}

void RunController::takeBackCheckpoint(const QString& checkpoint)
{
    m_run->takeBackCheckpoint(checkpoint);
}

} // namespace lockstep
