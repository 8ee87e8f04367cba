// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/checkpoints_command.h"

#include "app/checkpoints/run_checkpoints.h"
#include "app/headless/headless.h"
#include "app/headless/terminal.h"
#include "app/headless/terminal_questions.h"
#include "app/settings/program_paths.h"
#include "app/summary/run_loader.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "remote/run/run_controller.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cstdio>

namespace lockstep {

namespace {

using Kind = CheckpointStep::Kind;

struct CheckpointTexts {
    Q_DECLARE_TR_FUNCTIONS(Headless)
};

QJsonValue orNull(const std::optional<double>& value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonObject toJson(const CheckpointEntry& entry)
{
    const auto verdict = entry.verdict();
    return {{QStringLiteral("step"), static_cast<qint64>(entry.saved.step)},
            {QStringLiteral("epoch"), entry.saved.epoch},
            {QStringLiteral("attempt"), entry.saved.attempt},
            {QStringLiteral("loss"), orNull(entry.saved.loss)},
            {QStringLiteral("top1"), orNull(entry.saved.top1)},
            {QStringLiteral("bytes"), static_cast<qint64>(entry.saved.bytes)},
            {QStringLiteral("best"), entry.saved.best},
            {QStringLiteral("path"), entry.path},
            {QStringLiteral("on_host"), entry.isOnHost},
            {QStringLiteral("here"), entry.isHere},
            {QStringLiteral("whole"), verdict ? QJsonValue(verdict->damage.empty()) : QJsonValue()},
            {QStringLiteral("damage"),
             verdict ? QJsonValue(QString::fromStdString(verdict->damage.english())) : QJsonValue()},
            {QStringLiteral("checked"),
             verdict ? QJsonValue(verdict->when.toUTC().toString(Qt::ISODateWithMs)) : QJsonValue()}};
}

QString placeText(const CheckpointEntry& entry, const QString& host)
{
    if (entry.isOnHost && entry.isHere)
        return CheckpointTexts::tr("%1, copy here").arg(inertString(host));
    return entry.isOnHost ? inertString(host) : CheckpointTexts::tr("copy here");
}

QString verdictText(const CheckpointEntry& entry)
{
    const auto verdict = entry.verdict();
    if (!verdict)
        return CheckpointTexts::tr("not checked");
    return verdict->damage.empty() ? CheckpointTexts::tr("whole")
                                   : inertString(sentenceText(verdict->damage));
}

void print(const RunCheckpoints::Entries& entries, const QString& host)
{
    for (const CheckpointEntry& entry : entries) {
        const QString line =
            QStringLiteral("%1  %2  %3  %4  %5 %6  %7")
                .arg(padded(CheckpointTexts::tr("step %1").arg(entry.saved.step), 14),
                     padded(CheckpointTexts::tr("epoch %1").arg(entry.saved.epoch + 1), -10),
                     padded(entry.saved.top1 ? accuracyText(*entry.saved.top1) : QString(), 8),
                     padded(sizeText(entry.saved.bytes), 9),
                     entry.saved.best ? QStringLiteral("★") : QStringLiteral(" "), placeText(entry, host),
                     verdictText(entry));
        std::printf("%s\n", qUtf8Printable(line));
    }
    if (entries.isEmpty())
        std::printf("%s\n", qUtf8Printable(CheckpointTexts::tr("The run has no checkpoints.")));
}

/// Does the steps with the hosts of the run.
class Deeds : public QObject {
public:
    Deeds(const CommandLine& line, RunCheckpoints& run) : m_run(run), m_controller(remoteOptionsOf(line))
    {
        CheckpointQueue& queue = m_run.queue();
        connect(&queue, &CheckpointQueue::hostOrdered, &m_controller, &RunController::orderCheckpoint);
        connect(&m_controller, &RunController::checkpointFinished, &queue, &CheckpointQueue::hostFinished);
        connect(&queue, &CheckpointQueue::moved, this, [this] {
            if (m_run.queue().present() == nullptr)
                m_loop.quit();
        });
        connect(&m_run, &RunCheckpoints::failed, this, [this](const Error& error) { m_error = error; });
        connect(&m_controller, &RunController::hostKeyUnknown, this, [this](const HostKeyQuestion& question) {
            m_controller.answerHostKey(question.host, m_questions.trusts(question));
        });
        connect(&m_controller, &RunController::secretNeeded, this, [this](const SecretQuestion& question) {
            QByteArray secret = m_questions.secretFor(question);
            m_controller.answerSecret(question.host, secret);
            secret.fill('\0');
        });
    }

    std::optional<Error> carryOut(const QVector<CheckpointStep>& steps)
    {
        if (const Result<void> attached = m_controller.attach(m_run.folder().path()); !attached)
            return attached.error();
        m_run.queue().add(steps);
        if (m_run.queue().present() != nullptr)
            m_loop.exec();
        return m_error;
    }

private:
    RunCheckpoints& m_run;
    RunController m_controller;
    TerminalQuestions m_questions{printNotice};
    QEventLoop m_loop;
    std::optional<Error> m_error;
};

Result<CheckpointEntry> entryOf(qint64 step, const RunCheckpoints& run)
{
    for (const CheckpointEntry& entry : run.entries())
        if (entry.saved.step == step)
            return entry;
    return Error{
        LOCKSTEP_TEXT("The run %1 has no checkpoint of step %2. lockstep checkpoints %1 lists those that "
                      "it has."),
        {run.folder().info().id.toStdString(), std::to_string(step)},
        {}};
}

Result<QVector<CheckpointStep>> stepsOf(const CommandLine& line, const RunCheckpoints& run)
{
    QVector<CheckpointStep> steps;
    if (line.fetchedStep) {
        const auto entry = entryOf(*line.fetchedStep, run);
        if (!entry)
            return entry.error();
        steps += RunCheckpoints::fetchSteps({*entry});
    }
    if (line.verifies)
        steps += RunCheckpoints::verifySteps(run.entries());
    if (line.deletedStep) {
        const auto entry = entryOf(*line.deletedStep, run);
        if (!entry)
            return entry.error();
        if (entry->isOnHost) // first, for it may refuse
            steps.append({.kind = Kind::Discard, .path = entry->path});
        if (entry->isHere)
            steps.append({.kind = Kind::RemoveCopy, .path = entry->path});
    }
    return steps;
}

} // namespace

int runCheckpoints(const CommandLine& line, const RunFolder& folder)
{
    const QVector<KeptCheckpoint> kept = loadRun(folder).summary.checkpoints();
    RunCheckpoints run(programPaths().engine);
    run.setFolder(folder);
    run.list(kept);
    const Result<QVector<CheckpointStep>> steps = stepsOf(line, run);
    if (!steps)
        return refuse(steps.error(), ExitCode::Failure);
    if (!steps->isEmpty())
        if (const auto error = Deeds(line, run).carryOut(*steps))
            return refuse(*error, ExitCode::Failure);
    const RunCheckpoints::Entries entries = run.list(kept);
    if (line.json) {
        QJsonArray list;
        for (const CheckpointEntry& entry : entries)
            list.append(toJson(entry));
        const QJsonObject document{{QStringLiteral("run"), folder.info().id},
                                   {QStringLiteral("host"), run.host()},
                                   {QStringLiteral("checkpoints"), list}};
        std::printf("%s\n", QJsonDocument(document).toJson(QJsonDocument::Compact).constData());
    } else {
        print(entries, run.host());
    }
    const bool isDamaged = std::ranges::any_of(entries, [](const CheckpointEntry& entry) {
        const auto verdict = entry.verdict();
        return verdict && !verdict->damage.empty();
    });
    return isDamaged ? static_cast<int>(ExitCode::CheckpointError) : 0;
}

} // namespace lockstep
