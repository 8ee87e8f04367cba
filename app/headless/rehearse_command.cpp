// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/rehearse_command.h"

#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/headless/headless_run.h"
#include "app/rehearsal/rehearsal_texts.h"
#include "app/settings/program_paths.h"
#include "app/text/error_text.h"
#include "remote/rehearsal/rehearsal.h"
#include "remote/rehearsal/rehearsal_mark.h"

#include <QCoreApplication>
#include <cstdio>

namespace lockstep {

namespace {

void say(const QString& text)
{
    std::fprintf(stderr, "%s\n", qUtf8Printable(text));
}

void announce(const Experiment& drawn, const Rehearsal& rehearsal)
{
    const RehearsalFacts facts = factsOf(rehearsal);
    say(rehearsalSentence(facts, static_cast<int>(drawn.topology.hosts.size())) + u' ' +
        QCoreApplication::translate("Headless", "All of it ends with this command."));
    for (const QString& sentence : omissionSentences(facts))
        say(sentence);
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
    auto rehearsal =
        Rehearsal::open(stageBeside(programPaths().engine.toStdString()), drawn->topology, line.stage);
    if (!rehearsal)
        return refuse(rehearsal.error(), ExitCode::HostUnreachable);
    announce(*drawn, **rehearsal);
    HeadlessRun run(remoteOptionsOf(line), line.json ? HeadlessRun::Output::Json : HeadlessRun::Output::Text);
    return run.rehearse(experiment, std::move(rehearsal.value())).exitCode;
}

} // namespace lockstep
