// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless_run.h"

#include "app/blame/blame_texts.h"
#include "app/checkpoints/checkpoint_list.h"
#include "app/headless/run_result.h"
#include "app/runs/host_texts.h"
#include "app/summary/continuation.h"
#include "app/summary/run_loader.h"
#include "app/text/error_text.h"
#include "remote/run/further_attempts.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <algorithm>
#include <csignal>
#include <cstdio>

namespace lockstep {

namespace {

constexpr int kJudgeMs = 500;

/// What was deleted by hand is not there any more, whatever the journals tell.
bool isOnHost(qint64 step, const RunFolder& folder, const RunSummary& summary)
{
    const auto entries = listCheckpoints(folder, summary.checkpoints(), CheckpointBook::open(folder.path()));
    return std::ranges::any_of(
        entries, [step](const CheckpointEntry& entry) { return entry.isOnHost && entry.saved.step == step; });
}

} // namespace

HeadlessRun::HeadlessRun(RemoteOptions options, Output output)
    : m_output(output), m_controller(std::move(options))
{
    m_clock.start();
    m_judging.setInterval(kJudgeMs);
    connect(&m_judging, &QTimer::timeout, this, &HeadlessRun::judge);
    connectController();
}

HeadlessRun::~HeadlessRun() = default;

void HeadlessRun::connectController()
{
    connect(&m_controller, &RunController::phaseChanged, this, [this](RunPhase phase) {
        if (m_begun && !hasEnded(phase))
            m_printer->phase(phase);
        if (phase == RunPhase::Training)
            emit trains();
    });
    connect(&m_controller, &RunController::hostChanged, this, [this](const HostStatus& status) {
        if (!m_begun)
            return;
        m_printer->host(status);
        m_printer->summary(m_summary);
    });
    connect(&m_controller, &RunController::recordsReceived, this,
            [this](int rank, const QVector<Record>& records) {
                const std::span all(records.constData(), static_cast<std::size_t>(records.size()));
                m_summary.take(rank, all);
                m_blame.take(rank, all, now());
                if (m_printer)
                    m_printer->summary(m_summary);
            });
    connect(&m_controller, &RunController::journalDamaged, this,
            [this](int, qint64 count) { m_damaged += count; });
    connect(&m_controller, &RunController::hostKeyUnknown, this,
            [this](const HostKeyQuestion& question) { answer(question); });
    connect(&m_controller, &RunController::secretNeeded, this,
            [this](const SecretQuestion& question) { answer(question); });
    connect(&m_controller, &RunController::librariesMissing, this,
            [this](const LibraryQuestion& question) { answer(question); });
    connect(&m_controller, &RunController::restarted, this,
            [this](const RunInfo& info) { tellRestart(info); });
    connect(&m_controller, &RunController::finished, this, [this](const RunInfo& info) { conclude(info); });
}

HeadlessRun::Outcome HeadlessRun::start(const Experiment& experiment)
{
    begin(experiment);
    return follow(m_controller.start(experiment));
}

HeadlessRun::Outcome HeadlessRun::rehearse(const Experiment& experiment, std::shared_ptr<Rehearsal> rehearsal)
{
    m_isRehearsal = true;
    begin(experiment);
    return follow(m_controller.rehearse(experiment, std::move(rehearsal)));
}

HeadlessRun::Outcome HeadlessRun::attach(const RunFolder& folder)
{
    loadMirror(folder);
    return follow(m_controller.attach(folder.path(), m_summary.nextSequences(folder.info().attempt)));
}

HeadlessRun::Outcome HeadlessRun::stop(const RunFolder& folder)
{
    const bool ended = hasEnded(folder.info().phase);
    if (!ended)
        m_interruptions = 1;
    loadMirror(folder);
    const Result<void> attached =
        m_controller.attach(folder.path(), m_summary.nextSequences(folder.info().attempt));
    if (attached && !ended)
        m_controller.stop();
    else if (attached)
        m_printer->line(QCoreApplication::translate("Headless", "The run had ended already."));
    return follow(attached);
}

HeadlessRun::Outcome HeadlessRun::resume(const RunFolder& folder, int moreEpochs,
                                         std::optional<qint64> fromStep)
{
    loadMirror(folder);
    if (fromStep && !isOnHost(*fromStep, folder, m_summary))
        return refuse(
            {LOCKSTEP_TEXT("The run %1 has no checkpoint of step %2. lockstep checkpoints %1 lists those "
                           "that it has."),
             {folder.info().id.toStdString(), std::to_string(*fromStep)},
             {}});
    if (moreEpochs == 0 && !fromStep && continuationOf(folder.info(), m_summary) == Continuation::TrainLonger)
        return refuse(nothingLeft(folder.info(), m_summary));
    const int epochs = moreEpochs > 0 ? epochsWithMore(folder.info(), m_summary, moreEpochs) : 0;
    m_summary.setTotalEpochs(std::max(epochs, m_summary.totalEpochs()));
    return follow(m_controller.resume(folder.path(), {.epochs = epochs, .fromStep = fromStep}));
}

void HeadlessRun::loadMirror(const RunFolder& folder)
{
    begin(folder.experiment());
    m_summary = loadRun(folder).summary;
}

void HeadlessRun::begin(const Experiment& experiment)
{
    m_summary = RunSummary(experiment);
    m_blame = RunBlame(experiment);
    m_printer = std::make_unique<ProgressPrinter>(m_output == Output::Json ? stderr : stdout, experiment);
    m_judging.start();
}

void HeadlessRun::judge()
{
    const Culprit before = m_blame.culprit();
    const Culprit& culprit = m_blame.judge(now());
    const bool isNews = !nameTheSame(culprit, before);
    if (m_begun && isNews && (isToBlame(culprit.kind) || isToBlame(before.kind)))
        m_printer->line(blameSentence(culprit, m_controller.folder().experiment().topology));
}

HeadlessRun::Outcome HeadlessRun::refuse(const Error& error)
{
    std::fprintf(stderr, "lockstep: %s\n", qUtf8Printable(errorMessage(error)));
    return {static_cast<int>(ExitCode::Failure), {}};
}

HeadlessRun::Outcome HeadlessRun::follow(const Result<void>& begun)
{
    if (!begun)
        return refuse(begun.error());
    m_begun = true;
    m_printer->line(QCoreApplication::translate("Headless", "run %1").arg(m_controller.folder().info().id));
    m_printer->phase(m_controller.phase());
    for (const HostStatus& status : m_controller.hosts())
        m_printer->host(status);
    m_interrupts = std::make_unique<Interrupts>();
    connect(m_interrupts.get(), &Interrupts::received, this, &HeadlessRun::interrupt);
    QEventLoop loop;
    connect(this, &HeadlessRun::done, &loop, &QEventLoop::quit);
    if (!m_end && m_leftBy == 0)
        loop.exec();
    m_interrupts.reset();
    const QString folder = m_controller.folder().path();
    if (!m_end)
        return {128 + m_leftBy, folder};
    printResult(*m_end);
    return {m_end->exitCode, folder};
}

void HeadlessRun::interrupt(int signal)
{
    const QString id = m_controller.folder().info().id;
    if (signal == SIGINT && m_interruptions++ == 0) {
        m_printer->line(
            m_isRehearsal ? QCoreApplication::translate(
                                "Headless", "Stopping after this step. Press Ctrl-C again to end it at once.")
                          : QCoreApplication::translate(
                                "Headless",
                                "Stopping after this step. Press Ctrl-C again to leave the run to itself."));
        m_controller.stop();
        return;
    }
    m_printer->line(m_isRehearsal ? QCoreApplication::translate("Headless", "The rehearsal ends here.")
                                  : QCoreApplication::translate(
                                        "Headless", "The run goes on without you: lockstep attach %1")
                                        .arg(id));
    m_leftBy = signal;
    emit done();
}

void HeadlessRun::tellRestart(const RunInfo& info)
{
    const AttemptInfo& ended = info.earlier.back();
    const Experiment& experiment = m_controller.folder().experiment(); // ranks may be counted anew
    m_summary.setHosts(experiment);
    m_summary.concludeEarlier(info);
    m_blame = RunBlame(experiment);
    m_printer->line(QCoreApplication::translate("Headless", "attempt %1 has ended, another one follows: %2")
                        .arg(ended.attempt)
                        .arg(sentenceText(ended.reason)));
    if (const auto news = newsOfRoster(m_controller.folder()))
        m_printer->line(sentenceText(*news));
}

void HeadlessRun::conclude(const RunInfo& info)
{
    judge();
    m_judging.stop();
    m_end = info;
    emit done();
}

void HeadlessRun::printResult(const RunInfo& info)
{
    m_summary.conclude(info);
    m_printer->finish(m_summary);
    QString end = phaseText(shownPhase(info.phase, info.exitCode));
    if (!info.reason.empty())
        end = QCoreApplication::translate("Headless", "%1: %2", "state: why")
                  .arg(end, sentenceText(info.reason));
    m_printer->line(end);
    const Continuation way = m_isRehearsal ? Continuation::None : continuationOf(info, m_summary);
    if (way == Continuation::TryAgain)
        m_printer->line(
            QCoreApplication::translate("Headless", "To try it again: lockstep resume %1").arg(info.id));
    if (way == Continuation::Resume)
        m_printer->line(
            QCoreApplication::translate("Headless", "To go on from its newest checkpoint: lockstep resume %1")
                .arg(info.id));
    if (m_damaged > 0) {
        const auto count = static_cast<int>(std::min<qint64>(m_damaged, 1'000'000'000));
        m_printer->line(QCoreApplication::translate("Headless", "%Ln damaged journal line(s) were left out.",
                                                    nullptr, count));
    }
    m_printer->line(QCoreApplication::translate("Headless", "folder %1").arg(m_controller.folder().path()));
    if (m_output == Output::Json)
        std::printf("%s\n",
                    runResultJson(m_controller.folder(), info, m_summary, m_blame.culprit()).constData());
    std::fflush(stdout);
}

void HeadlessRun::answer(const HostKeyQuestion& question)
{
    m_controller.answerHostKey(question.host, m_questions.trusts(question));
}

void HeadlessRun::answer(const SecretQuestion& question)
{
    QByteArray secret = m_questions.secretFor(question);
    m_controller.answerSecret(question.host, secret);
    secret.fill('\0');
}

void HeadlessRun::answer(const LibraryQuestion& question)
{
    m_controller.answerLibraries(question.host, m_questions.maySend(question));
}

} // namespace lockstep
