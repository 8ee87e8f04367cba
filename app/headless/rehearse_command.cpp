// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/rehearse_command.h"

#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/headless/headless_run.h"
#include "app/headless/terminal.h"
#include "app/rehearsal/live_rehearsal.h"
#include "app/rehearsal/rehearsal_texts.h"
#include "app/rehearsal/timed_act.h"
#include "app/settings/program_paths.h"
#include "app/text/error_text.h"
#include "app/text/list_text.h"
#include "remote/rehearsal/rehearsal.h"
#include "remote/rehearsal/rehearsal_mark.h"

#include <QCoreApplication>
#include <QTimer>
#include <QVector>
#include <chrono>
#include <cmath>

namespace lockstep {

namespace {

void announce(const Experiment& drawn, const Rehearsal& rehearsal)
{
    const RehearsalFacts facts = factsOf(rehearsal);
    printNotice(rehearsalSentence(facts, static_cast<int>(drawn.topology.hosts.size())) + u' ' +
                QCoreApplication::translate("Headless", "All of it ends with this command."));
    for (const QString& sentence : omissionSentences(facts))
        printNotice(sentence);
}

Result<QVector<TimedAct>> actsOf(const CommandLine& line, const Topology& drawn)
{
    QVector<TimedAct> acts;
    for (const QString& text : line.acts) {
        Result<TimedAct> act = timedActFrom(text, drawn);
        if (!act)
            return act.error();
        acts.append(std::move(act.value()));
    }
    return acts;
}

void carryOut(const TimedAct& timed, LiveRehearsal& rehearsal)
{
    if (const auto* onHost = std::get_if<ActOnHost>(&timed.act))
        rehearsal.act(onHost->host, onHost->act);
    else if (const auto& onLink = std::get<ActOnLink>(timed.act); onLink.state)
        rehearsal.setLink(onLink.link, *onLink.state);
    else
        rehearsal.mendLink(onLink.link);
}

/// Each at its time, and says what is then unlike the drawing.
void schedule(const QVector<TimedAct>& acts, HeadlessRun& run, LiveRehearsal& rehearsal)
{
    QObject::connect(
        &run, &HeadlessRun::trains, &rehearsal,
        [acts, &rehearsal] {
            for (const TimedAct& act : acts)
                QTimer::singleShot(std::chrono::milliseconds(std::llround(act.seconds * 1e3)), &rehearsal,
                                   [act, &rehearsal] { carryOut(act, rehearsal); });
        },
        Qt::SingleShotConnection);
    QObject::connect(&rehearsal, &LiveRehearsal::changed, &run, [&run, &rehearsal] {
        const QStringList states = disturbanceTexts(rehearsal.disturbances(), rehearsal.drawn()->topology);
        run.say(states.isEmpty() ? QCoreApplication::translate("Headless", "Everything is as drawn again.")
                                 : listText(states));
    });
    QObject::connect(&rehearsal, &LiveRehearsal::failed, &run,
                     [&run](const Error& error) { run.say(errorMessage(error)); });
}

} // namespace

int runRehearsal(const CommandLine& line)
{
    const Result<Experiment> drawn = readExperiment(line.target, line.values);
    if (!drawn)
        return refuse(drawn.error(), ExitCode::InvalidExperiment);
    const Experiment experiment = rehearsedExperiment(*drawn);
    if (const std::vector<Error> errors = checkExperiment(experiment); !errors.empty()) {
        printErrors(errors);
        return static_cast<int>(ExitCode::InvalidExperiment);
    }
    const Result<QVector<TimedAct>> acts = actsOf(line, drawn->topology);
    if (!acts)
        return refuse(acts.error(), ExitCode::Usage);
    const std::string stage = stageBeside(programPaths().engine.toStdString());
    auto rehearsal = Rehearsal::open(stage, drawn->topology, line.stage);
    if (!rehearsal)
        return refuse(rehearsal.error(), ExitCode::HostUnreachable);
    announce(*drawn, **rehearsal);
    HeadlessRun run(remoteOptionsOf(line), line.json ? HeadlessRun::Output::Json : HeadlessRun::Output::Text);
    LiveRehearsal live(QString::fromStdString(stage));
    live.follow(*drawn, *rehearsal);
    schedule(*acts, run, live);
    return run.rehearse(experiment, std::move(rehearsal.value())).exitCode;
}

} // namespace lockstep
