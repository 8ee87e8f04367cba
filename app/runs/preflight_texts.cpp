// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/preflight_texts.h"

#include "app/text/error_text.h"
#include "remote/preflight/failures.h"
#include "remote/run/host_sentences.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

struct PreflightTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::Preflight)
};

QString runningText(const HostCheck& check)
{
    switch (check.what) {
    case CheckKind::Login:
        return PreflightTexts::tr("Logging in…");
    case CheckKind::Engine:
        return check.found.empty() ? PreflightTexts::tr("Starting the engine…") : sentenceText(check.found);
    case CheckKind::Devices:
        return PreflightTexts::tr("Looking at the devices…");
    case CheckKind::System:
        return PreflightTexts::tr("Looking at what it has left…");
    case CheckKind::Data:
        break;
    }
    return PreflightTexts::tr("Opening the data…");
}

QString failureText(CheckKind what)
{
    switch (what) {
    case CheckKind::Login:
        return PreflightTexts::tr("The log-in does not work: %1");
    case CheckKind::Engine:
        return PreflightTexts::tr("The engine does not run there: %1");
    case CheckKind::Devices:
        return PreflightTexts::tr("The devices cannot be used: %1");
    case CheckKind::System:
        return PreflightTexts::tr("It lacks something: %1");
    case CheckKind::Data:
        break;
    }
    return PreflightTexts::tr("The data cannot be used: %1");
}

/// The names of those in this state: "login, engine".
QString namesOf(const HostChecks& checks, CheckState state)
{
    QStringList names;
    for (const HostCheck& check : checks) {
        if (check.state == state)
            names << checkName(check.what);
    }
    return names.join(PreflightTexts::tr(", ", "between the names of checks"));
}

/// What passed, and what is to be said all the same.
QString inOrder(const HostChecks& checks)
{
    const QString text = PreflightTexts::tr("In order: %1.").arg(namesOf(checks, CheckState::Passed));
    const HostCheck* remark = remarkOf(checks);
    return remark ? text + u' ' + sentenceText(causeOf(*remark)) : text;
}

} // namespace

QString checkName(CheckKind what)
{
    switch (what) {
    case CheckKind::Login:
        return PreflightTexts::tr("login");
    case CheckKind::Engine:
        return PreflightTexts::tr("engine");
    case CheckKind::Devices:
        return PreflightTexts::tr("devices");
    case CheckKind::System:
        return PreflightTexts::tr("system", "what a host has left: disk, memory, limits");
    case CheckKind::Data:
        break;
    }
    return PreflightTexts::tr("data");
}

QString sharedFailureText(const HostChecks& checks)
{
    const HostCheck& failed = *failureOf(checks);
    return failureText(failed.what).arg(sentenceText(withoutAddress(causeOf(failed))));
}

QString testText(const HostChecks& checks)
{
    if (const HostCheck* failed = failureOf(checks))
        return failureText(failed->what).arg(sentenceText(causeOf(*failed)));
    if (havePassed(checks))
        return inOrder(checks);
    const auto running = std::find_if(checks.begin(), checks.end(), [](const HostCheck& check) {
        return check.state == CheckState::Running;
    });
    if (running != checks.end())
        return runningText(*running);
    return areOver(checks) ? PreflightTexts::tr("Not tested: %1.").arg(namesOf(checks, CheckState::Skipped))
                           : PreflightTexts::tr("Waiting…");
}

} // namespace lockstep
